import torch
import torch.nn as nn


class Positions(nn.Module):
    def __init__(self, longest, dim):
        super().__init__()
        self.table = nn.Parameter(torch.randn(longest, dim) / dim)

    def forward(self, h):
        return h + self.table
