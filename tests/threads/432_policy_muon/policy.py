from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class ArmConfig:
    joints: int = 7
    cameras: int = 12
    widths: tuple = (96, 80, 72, 64, 56, 48, 40, 32, 24)
    horizon: int = 4


class ArmPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        dims = [2 * cfg.joints + cfg.cameras * 8, *cfg.widths]
        self.trunk = nn.ModuleList(nn.Linear(i, o) for i, o in zip(dims, dims[1:]))
        self.head = nn.Linear(dims[-1], cfg.joints * cfg.horizon)
        self.cfg = cfg

    def forward(self, joints, vision):
        x = torch.cat([joints, vision], dim=-1)
        for layer in self.trunk:
            x = torch.nn.functional.silu(layer(x))
        return self.head(x).unflatten(-1, (self.cfg.horizon, self.cfg.joints))

    def split_params(self):
        matrices = [p for p in self.parameters() if p.ndim == 2]
        vectors = [p for p in self.parameters() if p.ndim != 2]
        return matrices, vectors
