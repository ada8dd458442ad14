import torch
from torch import nn


def grid_index(height, width, max_side):
    rows = torch.arange(height) + (max_side - height) // 2
    cols = torch.arange(width) + (max_side - width) // 2
    return (rows[:, None] * max_side + cols[None, :]).flatten()


class PatchEmbed(nn.Module):
    """Patchify the latent and add a centred crop of the learned positions."""

    def __init__(self, in_channels, dim, patch_size=2, max_side=24):
        super().__init__()
        self.patch_size, self.max_side = patch_size, max_side
        self.proj = nn.Linear(in_channels * patch_size * patch_size, dim)
        self.pos_embed = nn.Parameter(torch.randn(1, max_side * max_side, dim) * 0.1)
        self._index_cache = {}

    def position_index(self, height, width):
        key = (height, width)
        if key not in self._index_cache:
            self._index_cache[key] = grid_index(height, width, self.max_side)
        return self._index_cache[key]

    def forward(self, latent):
        b, c, h, w = latent.shape
        p = self.patch_size
        x = latent.view(b, c, h // p, p, w // p, p).permute(0, 2, 4, 1, 3, 5)
        x = self.proj(x.reshape(b, (h // p) * (w // p), c * p * p))
        return x + self.pos_embed[:, self.position_index(h // p, w // p)]


class TimestepEmbed(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("freqs", torch.exp(torch.linspace(0.0, -6.0, dim // 2)))
        self.mlp = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, dim))

    def forward(self, t):
        angle = t[:, None] * self.freqs[None]
        return self.mlp(torch.cat([angle.sin(), angle.cos()], dim=-1))
