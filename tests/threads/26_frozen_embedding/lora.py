import torch
import torch.nn as nn


class LoraLinear(nn.Module):
    def __init__(self, cin, cout, rank=2):
        super().__init__()
        self.base = nn.Linear(cin, cout)
        self.down = nn.Parameter(torch.randn(rank, cin) / cin)
        self.up = nn.Parameter(torch.randn(cout, rank) / rank)

    def forward(self, x):
        return self.base(x) + x @ self.down.T @ self.up.T
