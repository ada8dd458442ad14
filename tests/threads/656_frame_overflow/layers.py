import torch
from torch import nn

from numerics import into_range, range_report


class FrameLayer(nn.Module):
    """Residual layer; subclasses say how the frames are mixed."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def mix(self, x):
        raise NotImplementedError

    def settle(self, x):
        report = range_report(x)
        if report.overflow:
            x = into_range(x)
        return x

    def forward(self, x):
        return self.settle(x + self.mix(self.norm(x)))
