import torch
from torch import nn

from config import supported_grids


class TilePositions(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.grids = supported_grids(config.max_tiles)
        self.slots = {grid: i for i, grid in enumerate(self.grids)}
        self.table = nn.Parameter(torch.randn(len(self.grids), config.max_tiles, config.dim) * 0.1)
        self.gate = nn.Parameter(torch.tensor(0.5))

    def forward(self, x, grid):
        return x + self.gate.tanh() * self.table[self.slots[grid]].unsqueeze(1)


class VisionTower(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed = nn.Conv2d(3, config.dim, config.patch, stride=config.patch)
        self.positions = TilePositions(config)
        layer = nn.TransformerEncoderLayer(config.dim, config.heads, 64, 0.0, batch_first=True)
        self.blocks = nn.TransformerEncoder(layer, config.layers, enable_nested_tensor=False)

    def forward(self, tiles, mask, grid):
        x = self.embed(tiles).flatten(2).transpose(1, 2)
        x = self.positions(x, grid)
        keep = mask[:, None].expand(x.shape[:2]).reshape(1, -1)
        x = self.blocks(x.reshape(1, -1, x.shape[-1]), src_key_padding_mask=~keep)
        weights = keep.to(x.dtype).unsqueeze(-1)
        return (x * weights).sum(1) / weights.sum(1)
