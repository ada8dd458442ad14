from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass
class LossConfig:
    kind: str = "nll"
    eps: float = 1e-6
    half_life: float = 6.0
    smooth_weight: float = 0.05


class HorizonLoss(nn.Module):
    def __init__(self, cfg: LossConfig, horizon: int):
        super().__init__()
        self.cfg = cfg
        weight = 0.5 ** (torch.arange(horizon) / cfg.half_life)
        self.register_buffer("weight", weight / weight.mean())

    def pointwise(self, mean, var, target):
        if self.cfg.kind == "nll":
            return F.gaussian_nll_loss(mean, target, var, eps=self.cfg.eps, reduction="none")
        if self.cfg.kind == "huber":
            return F.huber_loss(mean, target, reduction="none")
        raise ValueError(f"unknown loss {self.cfg.kind!r}")

    def forward(self, mean, var, target):
        rough = mean.diff(dim=-1).square().mean()
        loss = (self.pointwise(mean, var, target) * self.weight).mean()
        return loss + self.cfg.smooth_weight * rough
