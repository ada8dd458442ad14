from typing import NamedTuple

import torch
from torch import nn


class Routing(NamedTuple):
    weights: torch.Tensor
    experts: torch.Tensor
    aux: torch.Tensor


def expert_load(experts: torch.Tensor, num_experts: int) -> torch.Tensor:
    return torch.bincount(experts.flatten(), minlength=num_experts)


def balance_loss(probs: torch.Tensor, load: torch.Tensor) -> torch.Tensor:
    share = load / load.sum()
    return probs.shape[-1] * (share * probs.mean(dim=0)).sum()


class Router(nn.Module):
    def __init__(self, dim: int, experts: int, top_k: int):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.top_k = top_k
        self.register_buffer("bias", torch.zeros(experts))
        self.register_buffer("seen", torch.zeros(experts))

    def forward(self, x: torch.Tensor) -> Routing:
        probs = self.gate(x).softmax(dim=-1)
        experts = (probs.detach() + self.bias).topk(self.top_k, dim=-1).indices
        weights = probs.gather(1, experts)
        load = expert_load(experts, probs.shape[-1])
        self.seen.add_(load)
        return Routing(weights / weights.sum(-1, keepdim=True), experts, balance_loss(probs, load))

    @torch.no_grad()
    def update_bias(self, rate: float) -> None:
        self.bias.add_(rate * torch.sign(self.seen.mean() - self.seen))
        self.seen.zero_()
