import math

import torch
import torch.nn.functional as F


def rotation_matrix(angle, zoom):
    rad = angle * (math.pi / 180.0)
    cos, sin = torch.cos(rad) / zoom, torch.sin(rad) / zoom
    zero = torch.zeros_like(cos)
    return torch.stack([torch.stack([cos, -sin, zero], 1), torch.stack([sin, cos, zero], 1)], 1)


def pixel_grid(height, width):
    ys = torch.linspace(-1, 1, height)
    xs = torch.linspace(-1, 1, width)
    gy, gx = torch.meshgrid(ys, xs, indexing="ij")
    return torch.stack([gx, gy, torch.ones_like(gx)], dim=-1)


def warp(images, matrix, height, width):
    grid = pixel_grid(height, width).reshape(-1, 3) @ matrix.transpose(1, 2)
    grid = grid.reshape(images.shape[0], height, width, 2)
    return F.grid_sample(images, grid, align_corners=True)
