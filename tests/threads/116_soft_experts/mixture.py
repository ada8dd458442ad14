import torch
from torch import nn

from experts import Expert


class Router(nn.Module):
    def __init__(self, inputs, count):
        super().__init__()
        self.score = nn.Linear(inputs, count)
        self.last = None

    def forward(self, x):
        weights = self.score(x).softmax(dim=-1)
        self.last = weights.detach().mean(0)
        return weights


class Mixture(nn.Module):
    def __init__(self, inputs, hidden, outputs, count):
        super().__init__()
        self.router = Router(inputs, count)
        self.experts = nn.ModuleList(Expert(inputs, hidden, outputs) for _ in range(count))

    def tick(self):
        Expert.rounds += 1

    def forward(self, x):
        weights = self.router(x)
        outs = torch.stack([expert(x) for expert in self.experts], dim=1)
        if self.training:
            self.tick()
        return (weights.unsqueeze(-1) * outs).sum(dim=1)
