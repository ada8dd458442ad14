import torch


def make_table(rows, batch, seed):
    gen = torch.Generator().manual_seed(seed)
    numeric = torch.randn(rows, 6, generator=gen)
    codes = torch.stack([torch.randint(0, c, (rows,), generator=gen) for c in (7, 11)], dim=-1)
    target = numeric[:, 0] * 0.5 + (codes[:, 0] % 2) - 0.1 * codes[:, 1]
    for i in range(0, rows, batch):
        yield numeric[i : i + batch], codes[i : i + batch], target[i : i + batch]
