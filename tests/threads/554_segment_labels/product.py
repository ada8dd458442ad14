import torch
from torch import nn

from labels import Labels


class Segment(nn.Module):
    """Weighted contraction of two typed features along named indices."""

    def __init__(self, left, right, weight, shape):
        super().__init__()
        self.left = Labels(left)
        self.right = Labels(right)
        self.path = Labels(weight)
        self.weight = nn.Parameter(torch.randn(*shape) * 0.3)

    def output_labels(self):
        return self.left.keep(self.right).contract(self.path)

    def forward(self, x, y):
        out = self.output_labels()
        return torch.einsum(f"{self.left},{self.right},{self.path}->{out}", x, y, self.weight)


def vector_norm(v):
    return (v.square().sum(-1) + 1e-6).sqrt()
