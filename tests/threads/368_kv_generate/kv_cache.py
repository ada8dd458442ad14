import torch
from torch import nn


class KVCache(nn.Module):
    """Static key/value store of one attention layer."""

    def __init__(self, batch_size, max_seq_len, num_heads, head_dim):
        super().__init__()
        shape = (batch_size, num_heads, max_seq_len, head_dim)
        self.register_buffer("k_cache", torch.zeros(shape), persistent=False)
        self.register_buffer("v_cache", torch.zeros(shape), persistent=False)
        self.size = 0

    def reset(self):
        self.k_cache.zero_()
        self.v_cache.zero_()
        self.size = 0

    def update(self, k, v):
        seq_len = k.shape[2]
        self.k_cache[:, :, self.size : self.size + seq_len] = k
        self.v_cache[:, :, self.size : self.size + seq_len] = v
        self.size += seq_len
        return self.k_cache, self.v_cache
