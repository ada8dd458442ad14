import torch
import torch.nn as nn

from counting import tokens_per_expert


class Mixture(nn.Module):
    def __init__(self, dim, experts, top):
        super().__init__()
        self.top, self.experts = top, experts
        self.router = nn.Linear(dim, experts, bias=False)
        self.weight = nn.Parameter(torch.randn(experts, dim, dim) / dim**0.5)
        self.register_buffer("bias", torch.zeros(experts))

    def forward(self, h):
        scores = self.router(h).sigmoid()
        _, chosen = (scores + self.bias).topk(self.top, -1)
        load = tokens_per_expert(chosen, self.experts)
        share = scores.gather(-1, chosen)
        share = share / share.sum(-1, keepdim=True)
        out = torch.einsum("nd,nkde->nke", h, self.weight[chosen])
        return h + (torch.relu(out) * share[..., None]).sum(1), load
