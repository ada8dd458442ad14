import torch
from torch import nn


class ClickModel(nn.Module):
    def __init__(self, n_features=12, n_tasks=2):
        super().__init__()
        self.bottom = nn.Sequential(nn.Linear(n_features, 16), nn.ReLU())
        self.towers = nn.Linear(16, n_tasks)

    def forward(self, x):
        return self.towers(self.bottom(x))


def click_batches(n, batch, n_features, seed):
    rng = torch.Generator().manual_seed(seed)
    mix = torch.randn(n_features, 2, generator=rng)
    for _ in range(n):
        x = torch.randn(batch, n_features, generator=rng)
        noise = torch.randn(batch, 2, generator=rng)
        yield x, ((x @ mix + noise) > 0).float()
