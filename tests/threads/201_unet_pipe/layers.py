"""The layers of a small U-Net, cut so that each of them can live on its own pipeline stage.

A stage may hand only one tuple to the next one, so everything that a later
layer could need travels inside it.
"""
import torch
from torch import nn
import torch.nn.functional as F


class ResBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.GroupNorm(4, width)
        self.conv = nn.Conv1d(width, width, 3, padding=1)
        self.time = nn.Linear(16, width)

    def forward(self, h, temb):
        out = self.conv(F.silu(self.norm(h)))
        return h + out * torch.sigmoid(self.time(temb)).unsqueeze(-1)


class EmbedLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.stem = nn.Conv1d(2, width, 3, padding=1)
        self.freqs = nn.Parameter(torch.linspace(0.1, 2.0, 8), requires_grad=False)

    def forward(self, inputs):
        x, t = inputs
        phase = t.unsqueeze(-1) * self.freqs
        temb = torch.cat([phase.sin(), phase.cos()], dim=-1)
        return self.stem(x), temb


class DownLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = ResBlock(width)

    def forward(self, inputs):
        hidden, temb, *residuals = inputs
        hidden = self.block(hidden, temb)
        return (hidden, temb, *residuals, hidden)


class UpLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = ResBlock(width)

    def forward(self, inputs):
        hidden, temb, *residuals = inputs
        skip = residuals.pop()
        hidden = self.block(hidden + skip, temb)
        return (hidden, temb, *residuals)


class HeadLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.out = nn.Conv1d(width, 2, 1)

    def forward(self, inputs):
        hidden, _temb = inputs
        return self.out(hidden)
