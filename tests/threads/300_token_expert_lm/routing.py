from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Plan:
    order: torch.Tensor
    weights: torch.Tensor
    splits: list


class TopKRouter(nn.Module):
    def __init__(self, dim, num_experts, top_k):
        super().__init__()
        self.num_experts = num_experts
        self.top_k = top_k
        self.gate = nn.Linear(dim, num_experts, bias=False)

    def forward(self, x):
        scores = self.gate(x).softmax(dim=-1)
        weights, experts = scores.topk(self.top_k, dim=-1)
        return weights / weights.sum(dim=-1, keepdim=True), experts, scores

    def balance_loss(self, scores, experts):
        hits = nn.functional.one_hot(experts, self.num_experts).sum(dim=1).float()
        return self.num_experts * (hits.mean(dim=0) * scores.mean(dim=0)).sum()


def make_plan(weights, experts, num_experts):
    """Sorts the (token, expert) pairs by expert."""
    flat = experts.reshape(-1)
    order = torch.argsort(flat, stable=True)
    counts = torch.zeros(num_experts, dtype=torch.long)
    counts = counts.scatter_add(0, flat, torch.ones_like(flat))
    return Plan(order, weights.reshape(-1)[order], counts.tolist())
