import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x):
        return self.down(torch.nn.functional.silu(self.up(x)))


class TwoExperts(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.und = Mlp(width)
        self.gen = Mlp(width)

    def forward(self, x, plan):
        if plan.text_only:
            return self.und(x)
        return torch.where(plan.gen_mask.unsqueeze(-1), self.gen(x), self.und(x))
