from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass(frozen=True)
class QuantConfig:
    bits: int = 8
    delay: int = 4
    momentum: float = 0.1

    @property
    def levels(self):
        return 2 ** (self.bits - 1) - 1


class FakeQuant(nn.Module):
    """Symmetric per-tensor quantiser with a straight-through gradient."""

    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.seen = 0
        self.register_buffer("range", torch.ones(()))

    def observe(self, x):
        self.seen += 1
        with torch.no_grad():
            self.range.lerp_(x.abs().amax(), self.cfg.momentum)

    def forward(self, x):
        if self.training:
            self.observe(x)
        if self.seen <= self.cfg.delay:
            return x
        scale = self.range / self.cfg.levels
        q = torch.clamp(torch.round(x / scale), -self.cfg.levels, self.cfg.levels) * scale
        return x + (q - x).detach()
