import torch


def pluck(freq, n, seed, rate=8000):
    """Karplus-Strong, one channel."""
    g = torch.Generator().manual_seed(seed)
    period = int(rate / freq)
    buf = torch.rand(period, generator=g) * 2 - 1
    out = []
    while sum(len(b) for b in out) < n:
        out.append(buf)
        buf = 0.498 * (buf + buf.roll(1))
    return torch.cat(out)[:n][None]


def split(x, size):
    """Chunks for the renderer."""
    for i in range(0, x.shape[-1], size):
        yield x[:, i:i + size]
