from dataclasses import dataclass

import torch


@dataclass
class DecodeCache:
    """Keys and values of the patches seen so far, for one layer."""

    key: torch.Tensor
    value: torch.Tensor
    next_index: torch.Tensor

    @classmethod
    def empty(cls, batch, capacity, heads, dim):
        shape = (batch, capacity, heads, dim)
        return cls(torch.zeros(shape), torch.zeros(shape), torch.zeros(batch, dtype=torch.long))

    def append(self, key, value):
        n = key.shape[1]
        start = self.next_index[0]
        self.key[:, start : start + n] = key
        self.value[:, start : start + n] = value
        self.next_index.add_(n)
        return self.key, self.value


def causal_mask(next_index, n_new, capacity):
    last = next_index[:, None] - n_new + torch.arange(n_new)
    return torch.arange(capacity) <= last[..., None]
