import torch
from torch import nn

from config import MoEConfig
from router import Router


class Experts(nn.Module):
    def __init__(self, count: int, dim: int):
        super().__init__()
        self.up = nn.Parameter(torch.randn(count, dim, 2 * dim) * dim**-0.5)
        self.down = nn.Parameter(torch.randn(count, 2 * dim, dim) * (2 * dim) ** -0.5)

    def forward(self, x, weights, experts):
        hidden = torch.einsum("nd,edh->neh", x, self.up).relu()
        every = torch.einsum("neh,ehd->ned", hidden, self.down)
        mix = torch.zeros(every.shape[:2]).scatter(1, experts, weights)
        return (every * mix.unsqueeze(-1)).sum(dim=1)


class MoEBlock(nn.Module):
    def __init__(self, cfg: MoEConfig):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.dim)
        self.router = Router(cfg.dim, cfg.experts, cfg.top_k)
        self.experts = Experts(cfg.experts, cfg.dim)

    def forward(self, x):
        h = self.norm(x)
        routing = self.router(h)
        return x + self.experts(h, routing.weights, routing.experts), routing.aux


class MoEModel(nn.Module):
    def __init__(self, cfg: MoEConfig):
        super().__init__()
        self.embed = nn.Embedding(cfg.vocab, cfg.dim)
        self.blocks = nn.ModuleList(MoEBlock(cfg) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.vocab)

    def forward(self, tokens):
        x, aux = self.embed(tokens).flatten(0, 1), 0.0
        for block in self.blocks:
            x, block_aux = block(x)
            aux = aux + block_aux
        return self.head(x), aux
