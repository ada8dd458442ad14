"""Sinusoidal tables for the frame axis."""
import math

import torch


class FramePositions:
    def __init__(self, width):
        self.width = width
        self.tables = {}

    def build(self, frames):
        half = self.width // 2
        rates = torch.exp(torch.arange(half) * (-math.log(1e4) / half))
        angles = torch.arange(frames).unsqueeze(1) * rates
        return torch.cat([angles.sin(), angles.cos()], dim=-1)

    def __call__(self, frames):
        table = self.tables.get(frames)
        if table is None:
            table = self.tables[frames] = self.build(frames)
        return table
