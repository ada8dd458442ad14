import torch
from torch import nn


class SlidingCache(nn.Module):
    """Ring of the last `window` frames of keys and values."""

    def __init__(self, window, dim):
        super().__init__()
        self.window = window
        self.register_buffer("keys", torch.zeros(window, dim))
        self.register_buffer("values", torch.zeros(window, dim))
        self.seen = 0

    def update(self, k, v):
        n = k.shape[0]
        self.keys.copy_(torch.cat([self.keys[n:], k]))
        self.values.copy_(torch.cat([self.values[n:], v]))
        self.seen += n
        return self.keys, self.values

    def valid(self):
        age = torch.arange(self.window - 1, -1, -1)
        return age < self.seen

    def reset(self):
        self.keys.zero_()
        self.values.zero_()
        self.seen = 0
