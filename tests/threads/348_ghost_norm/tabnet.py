from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from norm import GhostBatchNorm


@dataclass
class TabConfig:
    features: int = 10
    width: int = 8
    steps: int = 2
    gamma: float = 1.3
    virtual_size: int = 32


class GluLayer(nn.Module):
    def __init__(self, d_in, d_out, virtual_size):
        super().__init__()
        self.fc = nn.Linear(d_in, 2 * d_out, bias=False)
        self.norm = GhostBatchNorm(2 * d_out, virtual_size)

    def forward(self, x):
        return F.glu(self.norm(self.fc(x)), dim=-1)


class TabNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.input_norm = nn.BatchNorm1d(cfg.features)
        self.shared = GluLayer(cfg.features, cfg.width, cfg.virtual_size)
        self.steps = nn.ModuleList(
            [GluLayer(cfg.width, cfg.width, cfg.virtual_size) for _ in range(cfg.steps)])
        self.attention = nn.ModuleList(
            [nn.Linear(cfg.width, cfg.features) for _ in range(cfg.steps)])
        self.head = nn.Linear(cfg.width, 1)

    def forward(self, x):
        x = self.input_norm(x)
        prior = torch.ones_like(x)
        hidden = self.shared(x)
        total = torch.zeros_like(hidden)
        for step, attend in zip(self.steps, self.attention):
            mask = (attend(hidden) * prior).softmax(-1)
            prior = prior * (self.cfg.gamma - mask)
            hidden = step(self.shared(mask * x)) + hidden
            total = total + F.relu(hidden)
        return self.head(total).squeeze(-1), prior
