"""Two-tower ranker: a user's click history against a slate of candidates."""
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class RankerConfig:
    items: int = 200
    dim: int = 12
    hidden: int = 24
    warmup_size: int = 8
    temperature: float = 0.2


class UserTower(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.score = nn.Linear(cfg.dim, 1)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, cfg.hidden), nn.ReLU(),
                                 nn.Linear(cfg.hidden, cfg.dim))

    def forward(self, history, mask):
        weight = self.score(history)[..., 0].masked_fill(~mask, -1e4).softmax(-1)
        return self.mlp((weight[..., None] * history).sum(1))


class Ranker(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.temperature = cfg.temperature
        self.items = nn.Embedding(cfg.items, cfg.dim, padding_idx=0)
        self.user = UserTower(cfg)
        self.item = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, history, candidates):
        user = self.user(self.items(history), history != 0)
        item = self.item(self.items(candidates))
        logits = (F.normalize(user, dim=-1)[:, None] * F.normalize(item, dim=-1)).sum(-1)
        return (logits / self.temperature).softmax(-1)
