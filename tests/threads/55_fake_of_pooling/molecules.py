import torch


def batch(seed, sizes=(3, 4, 5)):
    gen = torch.Generator().manual_seed(seed)
    n = sum(sizes)
    owner = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes))
    bonds = (torch.rand(n, n, generator=gen) < 0.5) & (owner[:, None] == owner[None, :])
    return torch.randint(0, 5, (n,), generator=gen), bonds.float(), owner
