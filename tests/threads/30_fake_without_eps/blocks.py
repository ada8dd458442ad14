import torch
import torch.nn as nn

from kernels import norm_scale_shift


class DiTBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.modulation = nn.Linear(dim, 2 * dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, h, emb):
        scale, shift = self.modulation(torch.relu(emb)).chunk(2, -1)
        x = norm_scale_shift(h, h.roll(1, 1), scale[:, None], shift[:, None])
        return h + self.mlp(x)
