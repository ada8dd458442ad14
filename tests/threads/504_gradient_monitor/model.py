import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.value = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, x):
        return x + self.value(x) * torch.sigmoid(self.gate(x))


class Regressor(nn.Module):
    def __init__(self, n_in=6, width=24, depth=3):
        super().__init__()
        self.stem = nn.Linear(n_in, width)
        self.blocks = nn.ModuleList(Gated(width) for _ in range(depth))
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        x = torch.tanh(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return self.head(x).squeeze(-1)
