import torch
from torch import nn

from quant import FakeQuant


class QuantBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lin = nn.Linear(width, width)
        self.act = FakeQuant(bits=8)

    def forward(self, x):
        return x + torch.relu(self.lin(self.act(x)))


class QuantMLP(nn.Module):
    """Stem and head stay in full precision."""

    def __init__(self, din, width, dout, depth):
        super().__init__()
        self.stem = nn.Linear(din, width)
        self.blocks = nn.ModuleList(QuantBlock(width) for _ in range(depth))
        self.head = nn.Linear(width, dout)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
