"""Fixed-size key/value storage for decoding."""
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class CacheSpec:
    layers: int
    heads: int
    head_dim: int
    max_len: int

    def shape(self, batch):
        return batch, self.heads, self.max_len, self.head_dim


def allocate(spec, batch, dtype=torch.float32):
    shape = spec.shape(batch)
    return [(torch.zeros(shape, dtype=dtype), torch.zeros(shape, dtype=dtype)) for _ in range(spec.layers)]


def write(pair, position, key, value):
    return pair[0].index_copy(2, position, key), pair[1].index_copy(2, position, value)


def footprint(caches):
    return sum(t.numel() * t.element_size() for pair in caches for t in pair)
