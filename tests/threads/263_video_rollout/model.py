from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class PredictorConfig:
    channels: int = 8
    depth: int = 2
    anchor_weight: float = 0.2


class ConvBlock(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.norm = nn.GroupNorm(2, channels)
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        return x + self.conv(nn.functional.silu(self.norm(x)))


class NextFramePredictor(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.stem = nn.Conv2d(3, cfg.channels, 3, padding=1)
        self.blocks = nn.ModuleList(ConvBlock(cfg.channels) for _ in range(cfg.depth))
        self.to_flow = nn.Conv2d(cfg.channels, 2, 3, padding=1)

    def warp(self, frame, flow):
        height, width = frame.shape[-2:]
        ys = torch.linspace(-1.0, 1.0, height).view(1, height, 1).expand(1, height, width)
        xs = torch.linspace(-1.0, 1.0, width).view(1, 1, width).expand(1, height, width)
        grid = torch.stack([xs + flow[:, 0], ys + flow[:, 1]], dim=-1)
        return nn.functional.grid_sample(frame, grid, padding_mode="border", align_corners=True)

    def forward(self, frame, previous, anchor):
        x = self.stem(torch.cat([frame, frame - previous, anchor], dim=1))
        for block in self.blocks:
            x = block(x)
        warped = self.warp(frame, 0.1 * torch.tanh(self.to_flow(x)))
        weight = self.cfg.anchor_weight
        return torch.lerp(warped, anchor, weight)
