import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from moe import ExpertMix


class Block(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.ff = ExpertMix(dim, experts)

    def forward(self, x):
        return x + self.ff(self.norm(x))


class TinyLM(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.vocab, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg.dim, cfg.experts) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.vocab, bias=False)

    def run_block(self, block, x):
        if self.cfg.remat and self.training:
            return checkpoint(block, x, use_reentrant=False)
        return block(x)

    def forward(self, tokens):
        x = self.embed(tokens)
        aux = x.new_zeros(())
        for block in self.blocks:
            x = self.run_block(block, x)
            aux = aux + block.ff.router.balance
        return self.head(x), aux
