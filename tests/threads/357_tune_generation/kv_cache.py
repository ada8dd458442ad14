import torch
from torch import nn


class KVCache(nn.Module):
    """Static key/value store of one attention layer."""

    def __init__(self, batch_size, max_seq_len, num_kv_heads, head_dim, dtype=torch.float32):
        super().__init__()
        shape = (batch_size, num_kv_heads, max_seq_len, head_dim)
        self.register_buffer("k_cache", torch.zeros(shape, dtype=dtype), persistent=False)
        self.register_buffer("v_cache", torch.zeros(shape, dtype=dtype), persistent=False)
        self.max_seq_len = max_seq_len
        self.size = 0

    def reset(self):
        self.k_cache.zero_()
        self.v_cache.zero_()
        self.size = 0

    def update(self, k_val, v_val):
        seq_len = k_val.shape[2]
        end = self.size + seq_len
        self.k_cache[:, :, self.size:end] = k_val
        self.v_cache[:, :, self.size:end] = v_val
        self.size = end
        return self.k_cache, self.v_cache
