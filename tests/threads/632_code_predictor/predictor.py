from dataclasses import dataclass

import torch
from torch import nn

from positions import PositionTable
from runtime import dynamic_batch


@dataclass
class PredictorConfig:
    width: int = 24
    codebook: int = 32
    groups: int = 6
    max_num_seqs: int = 4


class CodeLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        h = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.out(h)


@dynamic_batch()
class CodePredictor(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed = nn.Embedding(config.codebook, config.width)
        self.table = PositionTable(config)
        self.layers = nn.ModuleList(CodeLayer(config.width) for _ in range(2))
        self.head = nn.Linear(config.width, config.codebook)

    def forward(self, hidden, codes):
        x = torch.cat([hidden.unsqueeze(1), self.embed(codes)], dim=1)
        x = self.table(x)
        for layer in self.layers:
            x = layer(x)
        return self.head(x[:, -1])
