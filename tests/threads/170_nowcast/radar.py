import torch


def blob(cx, cy, n=16):
    grid = torch.arange(n, dtype=torch.float32)
    return torch.exp(-((grid[:, None] - cy) ** 2 + (grid[None] - cx) ** 2) / 12)


def composites(n, seed, batch=4):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        past, future, valid = [], [], []
        for _ in range(batch):
            c = 4 + 8 * torch.rand(2, generator=g)
            v = torch.randn(2, generator=g)
            seq = torch.stack([blob(*(c + k * v)) for k in range(5)])
            past.append(seq[:2])
            future.append(seq[2:])
            valid.append(torch.rand(16, 16, generator=g) > 0.15)
        yield torch.stack(past), torch.stack(future), torch.stack(valid)
