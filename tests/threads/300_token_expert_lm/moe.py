import torch
from torch import nn
import torch.nn.functional as F

from routing import TopKRouter, make_plan


class Experts(nn.Module):
    def __init__(self, num_experts, dim, hidden):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(num_experts, dim, hidden) * dim ** -0.5)
        self.w2 = nn.Parameter(torch.randn(num_experts, hidden, dim) * hidden ** -0.5)

    def forward(self, x, splits):
        chunks = []
        for i, rows in enumerate(torch.split(x, splits)):
            chunks.append(F.silu(rows @ self.w1[i]) @ self.w2[i])
        return torch.cat(chunks)


class MoE(nn.Module):
    def __init__(self, dim, num_experts=4, top_k=2):
        super().__init__()
        self.router = TopKRouter(dim, num_experts, top_k)
        self.experts = Experts(num_experts, dim, 2 * dim)

    def forward(self, x):
        tokens = x.reshape(-1, x.shape[-1])
        weights, experts, scores = self.router(tokens)
        plan = make_plan(weights, experts, self.router.num_experts)
        source = plan.order // self.router.top_k
        rows = self.experts(tokens[source], plan.splits)
        out = torch.zeros_like(tokens).index_add(0, source, rows * plan.weights.unsqueeze(1))
        return out.view_as(x), self.router.balance_loss(scores, experts)


class Model(nn.Module):
    def __init__(self, vocab=32, dim=16, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.layers = nn.ModuleList(MoE(dim) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        aux = 0.0
        for norm, layer in zip(self.norms, self.layers):
            h, balance = layer(norm(x))
            x = x + h
            aux = aux + balance
        return self.head(x), aux
