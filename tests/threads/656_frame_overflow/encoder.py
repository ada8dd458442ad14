import torch
from torch import nn

from layers import FrameLayer


class ConvLayer(FrameLayer):
    def __init__(self, width):
        super().__init__(width)
        self.conv = nn.Conv1d(width, width, 3, padding=1, groups=4)

    def mix(self, x):
        return torch.relu(self.conv(x.transpose(1, 2))).transpose(1, 2)


class GatedLayer(FrameLayer):
    def __init__(self, width):
        super().__init__(width)
        self.gate = nn.Linear(width, 2 * width)

    def mix(self, x):
        value, gate = self.gate(x).chunk(2, dim=-1)
        return value * torch.sigmoid(gate)


class FrameEncoder(nn.Module):
    def __init__(self, bands=20, width=32, depth=4):
        super().__init__()
        self.lift = nn.Linear(bands, width)
        kinds = [ConvLayer, GatedLayer]
        self.layers = nn.ModuleList(kinds[i % 2](width) for i in range(depth))

    def forward(self, frames):
        x = self.lift(frames)
        for layer in self.layers:
            x = layer(x)
        return x
