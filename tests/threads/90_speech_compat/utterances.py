import torch


def batches(count, rows, seed=2):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        feats = torch.randn(rows, 40, 12, generator=gen)
        lengths = torch.randint(25, 41, (rows,), generator=gen)
        targets = torch.randint(1, 9, (rows, 6), generator=gen)
        yield feats, lengths, targets, torch.full((rows,), 6)
