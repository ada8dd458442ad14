from contextlib import contextmanager

import torch
from torch import nn


class AdapterBlock(nn.Module):
    """A frozen layer plus a small trained correction."""

    def __init__(self, width):
        super().__init__()
        self.width = width
        self.core = nn.Linear(width, width)
        self.disabled = False

    def correction(self, x):
        raise NotImplementedError

    def forward(self, x):
        out = torch.tanh(self.core(x))
        if self.disabled:
            return x + out
        return x + out + self.correction(x)

    @contextmanager
    def without_adapter(self):
        self.disabled = True
        try:
            yield self
        finally:
            self.disabled = False
