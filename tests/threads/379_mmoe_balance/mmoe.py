import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, dim, experts, tracker):
        super().__init__()
        self.proj = nn.Linear(dim, experts)
        self.tracker = tracker.register()

    def forward(self, x):
        probs = torch.softmax(self.proj(x), dim=-1)
        if self.training:
            self.tracker.add(probs)
        return probs


class MMoE(nn.Module):
    def __init__(self, cardinalities, tracker, dim=8, experts=4, hidden=24, tasks=("click", "buy")):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(c, dim) for c in cardinalities)
        width = dim * len(cardinalities)
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(width, hidden), nn.ReLU()) for _ in range(experts)
        )
        self.gates = nn.ModuleDict({t: Gate(width, experts, tracker) for t in tasks})
        self.towers = nn.ModuleDict({t: nn.Linear(hidden, 1) for t in tasks})

    def forward(self, fields):
        x = torch.cat([table(fields[:, i]) for i, table in enumerate(self.tables)], dim=-1)
        experts = torch.stack([expert(x) for expert in self.experts], dim=1)
        out = {}
        for task, tower in self.towers.items():
            mixed = (self.gates[task](x)[..., None] * experts).sum(dim=1)
            out[task] = tower(mixed)[:, 0]
        return out
