import torch
from torch import nn


class TopOneRouter(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = experts

    def forward(self, tokens):
        scores = self.gate(tokens).sigmoid()
        weight, choice = scores.max(dim=-1)
        order = torch.argsort(choice, stable=True)
        load = torch.bincount(choice, minlength=self.experts)
        return weight, order, load.tolist()


def balance(load):
    total = sum(load)
    return max(load) / max(total / len(load), 1)
