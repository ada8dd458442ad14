from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from moe import MoE


@dataclass
class ModelConfig:
    vocab: int = 61
    dim: int = 16
    hidden: int = 24
    layers: int = 2
    experts: int = 4
    top_k: int = 2
    activation_checkpoint: bool = True


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(cfg.dim), nn.LayerNorm(cfg.dim)
        self.mix = nn.Linear(cfg.dim, cfg.dim)
        self.ffn = MoE(cfg.dim, cfg.hidden, cfg.experts, cfg.top_k)

    def forward(self, x):
        steps = torch.arange(1, x.shape[1] + 1).view(1, -1, 1)
        x = x + self.mix(self.norm1(x).cumsum(1) / steps)
        return x + self.ffn(self.norm2(x))


class CheckpointedBlock(nn.Module):
    def __init__(self, block):
        super().__init__()
        self.block = block

    def forward(self, x):
        return checkpoint(self.block, x, use_reentrant=False)


class Decoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(cfg.vocab, cfg.dim)
        blocks = [Block(cfg) for _ in range(cfg.layers)]
        if cfg.activation_checkpoint:
            blocks = [CheckpointedBlock(b) for b in blocks]
        self.blocks = nn.ModuleList(blocks)
        self.head = nn.Linear(cfg.dim, cfg.vocab)

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
