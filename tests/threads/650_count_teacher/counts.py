import torch


def clicks(gen, batch=48, features=8):
    x = torch.randn(batch, features, generator=gen)
    views = torch.randint(3, 20, (batch,), generator=gen).float()
    rate = torch.sigmoid(x[:, 0] - 0.5 * x[:, 1])
    draws = torch.rand(batch, 20, generator=gen)
    live = torch.arange(20)[None] < views[:, None]
    return x, views, ((draws < rate[:, None]) & live).sum(1).float()


def baseline_rate(views, hits):
    return (hits.sum() / views.sum()).item()
