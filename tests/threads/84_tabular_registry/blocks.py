import torch
import torch.nn as nn

from registry import register


@register("encode")
class Encode(nn.Module):
    def __init__(self, numeric, cards, dim):
        super().__init__()
        self.num = nn.Linear(numeric, dim)
        self.cats = nn.ModuleList(nn.Embedding(card, dim) for card in cards)

    def forward(self, inputs):
        numeric, codes = inputs
        parts = [self.num(numeric)]
        parts += [emb(codes[:, i]) for i, emb in enumerate(self.cats)]
        return torch.cat(parts, dim=-1)


@register("residual")
class Residual(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))

    def forward(self, x):
        return x + self.body(x)


@register("gate")
class Gate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, dim)

    def forward(self, x):
        return x * torch.sigmoid(self.score(x))


@register("head")
class Head(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        return self.out(x).squeeze(-1)
