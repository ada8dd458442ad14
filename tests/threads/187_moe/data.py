import torch


def copy_task(n, batch, length, n_vocab):
    g = torch.Generator().manual_seed(8)
    for _ in range(n):
        x = torch.randint(0, n_vocab, (batch, length), generator=g)
        yield x, x.roll(1, dims=1)
