from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class TowerConfig:
    n_items: int = 60
    width: int = 24
    hidden: int = 32


class TwoTower(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.items = nn.Embedding(cfg.n_items, cfg.width)
        self.user_net = nn.Sequential(nn.Linear(cfg.width, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, cfg.width))
        self.cross = nn.Linear(2 * cfg.width, 1)

    def user(self, history):
        return self.user_net(self.items(history).mean(0))

    def item(self, ids):
        return nn.functional.normalize(self.items(ids), dim=-1)

    def score(self, user, items):
        pair = torch.cat([user.expand_as(items), items], -1)
        return items @ user + self.cross(torch.tanh(pair)).squeeze(-1)
