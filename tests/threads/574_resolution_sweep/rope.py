import torch
import torch.nn as nn


def axis_angles(length, dim, theta):
    inv = 1.0 / theta ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
    return torch.arange(length, dtype=torch.float32)[:, None] * inv[None]


class GridRope(nn.Module):
    def __init__(self, head_dim, theta=1000.0):
        super().__init__()
        self.head_dim = head_dim
        self.theta = theta
        self.tables = {}

    def build(self, rows, cols):
        half = self.head_dim // 2
        r = axis_angles(rows, half, self.theta)[:, None].expand(rows, cols, -1)
        c = axis_angles(cols, half, self.theta)[None].expand(rows, cols, -1)
        angles = torch.cat([r, c], dim=-1).reshape(rows * cols, -1)
        return angles.cos(), angles.sin()

    def forward(self, rows, cols):
        key = (rows, cols)
        if key not in self.tables:
            self.tables[key] = self.build(rows, cols)
        return self.tables[key]


def apply_rope(x, rope):
    cos, sin = rope
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
