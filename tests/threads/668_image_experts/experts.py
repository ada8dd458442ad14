import torch
import torch.nn.functional as F
from torch import nn


class GatedExpert(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.gate = nn.Linear(width, hidden, bias=False)
        self.up = nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


def expert_ends(indices, experts):
    counts = torch.bincount(indices, minlength=experts)
    return counts.cpu().numpy().cumsum(0)


class ExpertLayer(nn.Module):
    def __init__(self, width, hidden, experts=4, active=2):
        super().__init__()
        self.active = active
        self.router = nn.Linear(width, experts, bias=False)
        self.experts = nn.ModuleList(GatedExpert(width, hidden) for _ in range(experts))
        self.shared = GatedExpert(width, hidden)

    def forward(self, x):
        flat = x.reshape(-1, x.size(-1))
        weight, index = self.router(flat).softmax(-1).topk(self.active, dim=-1)
        return (self.dispatch(flat, index.view(-1), weight.view(-1, 1)) + self.shared(flat)).view_as(x)

    def dispatch(self, flat, index, weight):
        order = index.argsort(stable=True)
        source = order // self.active
        out = torch.zeros_like(flat)
        start = 0
        for expert, end in zip(self.experts, expert_ends(index, len(self.experts))):
            if start != end:
                rows = source[start:end]
                out.index_add_(0, rows, expert(flat[rows]) * weight[order[start:end]])
            start = end
        return out
