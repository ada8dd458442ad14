import copy

import torch


class PrefixCache:
    """Keys and values of the observation prefix, one pair per layer."""

    def __init__(self):
        self.keys = []
        self.values = []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)

    def extend(self, layer, k, v):
        self.keys[layer] = torch.cat([self.keys[layer], k], dim=1)
        self.values[layer] = torch.cat([self.values[layer], v], dim=1)
        return self.keys[layer], self.values[layer]

    def length(self):
        return self.keys[0].shape[1] if self.keys else 0

    def snapshot(self):
        return copy.deepcopy(self)
