import torch


def batches(n, size=4, length=6, vocab=20):
    gen = torch.Generator().manual_seed(40)
    for _ in range(n):
        seq = torch.randint(0, vocab, (size, length + 1), generator=gen)
        yield seq[:, :-1], seq[:, 1:]
