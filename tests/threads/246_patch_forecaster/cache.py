"""Decode-time key/value storage for the forecaster."""
from dataclasses import dataclass

import torch


@dataclass
class DecodeCache:
    next_index: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor

    @classmethod
    def empty(cls, batch, slots, heads, dim):
        shape = (batch, slots, heads, dim)
        return cls(
            next_index=torch.zeros(1, dtype=torch.long),
            key=torch.zeros(shape),
            value=torch.zeros(shape),
        )

    @property
    def slots(self):
        return self.key.shape[1]


def append(cache, key, value):
    """Store new entries behind those already there; returns each query's limit."""
    steps = key.shape[1]
    start = cache.next_index[0]
    end = start + steps
    cache.key[:, start:end] = key
    cache.value[:, start:end] = value
    limit = start + torch.arange(1, steps + 1)
    cache.next_index += steps
    return limit


def visible(cache, limit):
    return torch.arange(cache.slots)[None, :] < limit[:, None]
