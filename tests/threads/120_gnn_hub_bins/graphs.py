import torch


def ring_with_tails(ring, n, gen):
    """A ring of atoms, the rest hangs on it as tails. Edges in both directions."""
    src = list(range(ring)) + list(range(ring, n))
    dst = [(i + 1) % ring for i in range(ring)] + [i % ring for i in range(ring, n)]
    edges = torch.tensor([src + dst, dst + src])
    x = torch.randn(n, 6, generator=gen)
    y = x[:, 0].sum() * 0.1 + 0.3
    return x, edges, y
