import torch
from torch import nn

from blocks import AdapterBlock


class LowRankBlock(AdapterBlock):
    def __init__(self, width, rank=4):
        super().__init__(width)
        self.down = nn.Linear(width, rank, bias=False)
        self.up = nn.Linear(rank, width, bias=False)

    def correction(self, x):
        return self.up(self.down(x))


class ScaleShiftBlock(AdapterBlock):
    def __init__(self, width):
        super().__init__(width)
        self.scale = nn.Parameter(torch.randn(width) * 0.2)
        self.shift = nn.Parameter(torch.randn(width) * 0.2)

    def correction(self, x):
        return x * self.scale + self.shift


class RankingTower(nn.Module):
    def __init__(self, width=24, depth=6):
        super().__init__()
        kinds = [LowRankBlock, ScaleShiftBlock]
        self.blocks = nn.ModuleList(kinds[i % 2](width) for i in range(depth))
        self.score = nn.Linear(width, 1)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.score(x).squeeze(-1)
