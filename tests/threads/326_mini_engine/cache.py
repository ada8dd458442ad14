from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class CacheConfig:
    max_batch: int = 2
    max_seq: int = 32
    heads: int = 2
    head_dim: int = 16


class KVCache(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        shape = (cfg.max_batch, cfg.heads, cfg.max_seq, cfg.head_dim)
        self.register_buffer("k", torch.zeros(shape), persistent=False)
        self.register_buffer("v", torch.zeros(shape), persistent=False)
        self.register_buffer("slots", torch.arange(cfg.max_seq), persistent=False)
        self.size = 0

    def reset(self):
        self.k.zero_()
        self.v.zero_()
        self.size = 0

    def update(self, k, v):
        seq = k.shape[2]
        pos = self.slots[:seq] + self.size
        self.k.index_copy_(2, pos, k)
        self.v.index_copy_(2, pos, v)
        self.size += seq
        return self.k, self.v
