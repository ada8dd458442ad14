"""Preallocated key/value storage with rollback for rejected draft tokens."""
import torch
import torch.nn as nn


class KVCache(nn.Module):
    def __init__(self, batch, heads, max_len, head_dim):
        super().__init__()
        shape = (batch, heads, max_len, head_dim)
        self.register_buffer("k", torch.zeros(shape), persistent=False)
        self.register_buffer("v", torch.zeros(shape), persistent=False)
        self.register_buffer("slots", torch.arange(max_len), persistent=False)
        self.pos = 0

    def reset(self):
        self.k.zero_()
        self.v.zero_()
        self.pos = 0

    def rollback(self, count):
        self.pos = self.pos - count

    def update(self, k, v):
        where = self.pos + self.slots[: k.shape[2]]
        self.k.index_copy_(2, where, k)
        self.v.index_copy_(2, where, v)
        self.pos = self.pos + k.shape[2]
        return self.k, self.v, where
