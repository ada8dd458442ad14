import torch
from torch import nn

from shuffle import merge_patches, shuffle_index


class PatchEmbed(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.proj = nn.Linear(channels, width)
        self.norm = nn.LayerNorm(width)

    def forward(self, patches):
        return self.norm(self.proj(patches))


class VisionTower(nn.Module):
    def __init__(self, channels=12, width=16, classes=5):
        super().__init__()
        self.embed = PatchEmbed(channels, width)
        self.mlp = nn.Sequential(nn.Linear(width, 32), nn.GELU(), nn.Linear(32, width))
        self.merger = nn.Linear(4 * width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, patches, grid):
        hidden = self.embed(patches)
        hidden = hidden + self.mlp(hidden)
        index = shuffle_index(grid)
        merged = torch.tanh(self.merger(merge_patches(hidden, index)))
        position = torch.linspace(0.5, 1.5, merged.shape[0])
        return self.head(merged * position[:, None])
