import torch
import torch.nn as nn


def grid_positions(image_flags, width):
    """Text tokens lie on the diagonal, image tokens on a grid behind them."""
    positions, offset, seen = [], 0, 0
    for is_image in image_flags:
        if is_image:
            positions.append((offset + seen // width, offset + seen % width))
            seen += 1
        else:
            positions.append((offset, offset))
            offset += 1
    return torch.tensor(positions, dtype=torch.float32)


class Rope2d(nn.Module):
    def __init__(self, head_dim, width, theta=100.0):
        super().__init__()
        self.width = width
        quarter = head_dim // 4
        self.register_buffer("freqs", theta ** (-torch.arange(quarter) / quarter))

    def forward(self, image_mask):
        positions = grid_positions(image_mask.tolist(), self.width)
        angles = (positions.unsqueeze(-1) * self.freqs).flatten(1)
        return angles.cos(), angles.sin()


def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
