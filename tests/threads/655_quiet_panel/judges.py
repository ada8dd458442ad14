import torch
from torch import nn

from base import Judge


class LinearJudge(Judge):
    def __init__(self, width, weight):
        super().__init__(weight)
        self.proj = nn.Linear(width, 1)

    def rate(self, candidates):
        self.note("linear judge")
        return self.proj(candidates).squeeze(-1)


class PrototypeJudge(Judge):
    def __init__(self, width, weight, count=4):
        super().__init__(weight)
        self.protos = nn.Parameter(torch.randn(count, width))

    def rate(self, candidates):
        self.note("prototype judge")
        return -torch.cdist(candidates, self.protos).amin(dim=-1)


class Panel(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.judges = nn.ModuleList([
            LinearJudge(width, 0.5),
            PrototypeJudge(width, 0.3),
            LinearJudge(width, 0.2),
        ])

    def forward(self, candidates):
        total = torch.stack([judge(candidates) for judge in self.judges]).sum(0)
        best = total.max(dim=-1)
        return best.values, best.indices
