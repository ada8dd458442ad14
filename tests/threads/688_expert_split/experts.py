import torch
from torch import nn
import torch.nn.functional as F

from router import TopOneRouter


class GroupedExperts(nn.Module):
    def __init__(self, experts, dim, hidden):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(experts, dim, hidden) * dim**-0.5)
        self.w2 = nn.Parameter(torch.randn(experts, hidden, dim) * hidden**-0.5)

    def forward(self, tokens, load):
        pieces = torch.split(tokens, load)
        done = [F.silu(x @ self.w1[i]) @ self.w2[i] for i, x in enumerate(pieces)]
        return torch.cat(done, dim=0)


class MoE(nn.Module):
    def __init__(self, dim, hidden, experts):
        super().__init__()
        self.router = TopOneRouter(dim, experts)
        self.experts = GroupedExperts(experts, dim, hidden)

    def forward(self, x):
        tokens = x.flatten(0, 1)
        weight, order, load = self.router(tokens)
        mixed = self.experts(tokens[order], load)
        output = torch.empty_like(tokens).index_copy(0, order, mixed)
        return (output * weight.unsqueeze(-1)).view_as(x)
