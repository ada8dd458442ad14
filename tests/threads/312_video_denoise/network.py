"""Recurrent denoiser: the current frame attends to features of earlier ones."""
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class DenoiserConfig:
    channels: int = 3
    width: int = 12
    depth: int = 2
    window: int = 6
    decay: float = 0.6


class ResBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.a = nn.Conv2d(width, width, 3, padding=1)
        self.b = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, x):
        return x + 0.2 * self.b(F.leaky_relu(self.a(x), 0.1))


class Denoiser(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.head = nn.Conv2d(cfg.channels, cfg.width, 3, padding=1)
        self.body = nn.Sequential(*[ResBlock(cfg.width) for _ in range(cfg.depth)])
        self.merge = nn.Conv2d(2 * cfg.width, cfg.width, 1)
        self.tail = nn.Conv2d(cfg.width, cfg.channels, 3, padding=1)

    def gather(self, feat, past):
        context = torch.zeros_like(feat)
        for age, old in enumerate(past):
            context = context + self.cfg.decay ** age * torch.sigmoid(feat) * old
        return context

    def forward(self, inputs):
        frame, sigma, *past = inputs
        feat = F.leaky_relu(self.head(frame), 0.1)
        context = self.gather(feat, past)
        feat = self.body(self.merge(torch.cat([feat, context], dim=1)))
        return frame - sigma * self.tail(feat), feat
