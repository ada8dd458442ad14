import torch
from torch import nn


class TopKRouter(nn.Module):
    def __init__(self, width, experts, k):
        super().__init__()
        self.gate = nn.Linear(width, experts, bias=False)
        self.experts, self.k = experts, k

    def forward(self, x):
        weights, chosen = self.gate(x).softmax(-1).topk(self.k, dim=-1)
        return weights / weights.sum(-1, keepdim=True), chosen


def assignment(chosen, experts):
    mask = torch.nn.functional.one_hot(chosen, num_classes=experts).permute(2, 1, 0)
    busy = torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero().flatten().tolist()
    return mask, busy


def load_balance(weights, chosen, experts):
    load = torch.zeros(experts).scatter_add_(0, chosen.flatten(), weights.flatten())
    return load / load.sum()
