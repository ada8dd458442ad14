import torch
import torch.nn as nn


class KVCache(nn.Module):
    def __init__(self, batch, heads, max_len, head_dim):
        super().__init__()
        shape = (batch, heads, max_len, head_dim)
        self.register_buffer("k", torch.zeros(shape), persistent=False)
        self.register_buffer("v", torch.zeros(shape), persistent=False)
        self.size = 0
        self.max_len = max_len

    def reset(self):
        self.k.zero_()
        self.v.zero_()
        self.size = 0

    def update(self, k, v):
        n = k.size(2)
        self.k[:, :, self.size : self.size + n] = k
        self.v[:, :, self.size : self.size + n] = v
        self.size += n
        return self.k, self.v
