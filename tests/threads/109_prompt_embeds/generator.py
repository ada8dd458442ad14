import torch
from torch import nn


class CrossMix(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.q = nn.Linear(out, width)
        self.gain = nn.Parameter(torch.ones(width))
        self.o = nn.Linear(width, out)

    def forward(self, x, context):
        weights = (self.q(x) @ context.T).softmax(dim=-1)
        return x + self.o(self.gain * (weights @ context))


class Generator(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.layers = nn.ModuleList(CrossMix(width, out) for _ in range(1))

    def forward(self, noise, context):
        x = noise
        for layer in self.layers:
            x = torch.sin(layer(x, context))
        return x
