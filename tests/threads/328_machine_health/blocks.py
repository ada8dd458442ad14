import torch
import torch.nn as nn


class CausalBlock(nn.Module):
    """Streaming convolution over the sensor channels; keeps its left context."""

    def __init__(self, width, kernel, name):
        super().__init__()
        self.name = name
        self.kernel = kernel
        self.norm = nn.LayerNorm(width)
        self.weight = nn.Parameter(torch.randn(width, kernel) * 0.3)
        self.mix = nn.Linear(width, width)

    def forward(self, x, stream):
        past = stream.context[self.name]
        window = torch.cat([past, self.norm(x)], dim=1)
        stream.context[self.name] = window[:, -(self.kernel - 1):].contiguous()
        taps = window.unfold(1, self.kernel, 1)
        return x + self.mix(torch.tanh((taps * self.weight).sum(-1)))
