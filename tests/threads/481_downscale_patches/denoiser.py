import torch
from torch import nn


class PatchDenoiser(nn.Module):
    def __init__(self, channels, height, width, hidden=16):
        super().__init__()
        self.table = nn.Parameter(torch.randn(3, height, width) * 0.2)
        self.stem = nn.Conv2d(2 * channels + 4, hidden, 3, padding=1)
        self.noise = nn.Linear(1, hidden)
        self.mid = nn.Conv2d(hidden, hidden, 3, padding=1)
        self.out = nn.Conv2d(hidden, channels, 3, padding=1)

    def forward(self, x, cond, sigma, embedding_selector):
        pos = embedding_selector(self.table)
        pos = pos.repeat(x.shape[0] // pos.shape[0], 1, 1, 1)
        h = self.stem(torch.cat([x, cond, pos], dim=1))
        h = torch.nn.functional.silu(h + self.noise(sigma.log().view(1, 1))[..., None, None])
        return self.out(torch.relu(self.mid(h))) + x / (1 + sigma)
