import torch
from torch import nn

import rankkit


class ContextBlock(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.att = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        h = self.norm(x)
        x = x + self.att(h, h, h, need_weights=False)[0]
        return x + self.ff(x)


class Reranker(nn.Module):
    def __init__(self, n_items, dim=32, rules=("fresh_boost", "seller_cap", "mute")):
        super().__init__()
        self.items = nn.Embedding(n_items, dim)
        self.user = nn.Linear(8, dim)
        self.blocks = nn.ModuleList(ContextBlock(dim) for _ in range(2))
        self.head = nn.Linear(dim, 1)
        self.rules = rules
        self.explore = 0.0

    def forward(self, slate):
        x = self.items(slate["item"]) + self.user(slate["user"])[:, None]
        for b in self.blocks:
            x = b(x)
        scores = self.head(x).squeeze(-1)
        scores = rankkit.apply_rules(scores, slate, self.rules)
        scores = scores + self.explore * slate["jitter"]
        return scores, scores.softmax(-1)
