import torch
from torch import nn

from stats import spread


def degrees(edges, n):
    one = torch.ones(edges.shape[1])
    return torch.zeros(n).index_add(0, edges[1], one)


class DegreeEncoder(nn.Module):
    """Sine/cosine code of the node degree, in units of the largest degree."""

    def __init__(self, width):
        super().__init__()
        self.register_buffer("freq", torch.arange(1, width // 2 + 1).float())

    def forward(self, deg):
        unit = deg / spread(deg)["top"]
        angle = unit[:, None] * self.freq
        return torch.cat([angle.sin(), angle.cos()], -1)
