import copy

import torch


class PrefixCache:
    """Keys and values of the observation prefix, one pair per layer."""

    def __init__(self, n_layers):
        self.keys = [None] * n_layers
        self.values = [None] * n_layers

    def update(self, layer, k, v):
        if self.keys[layer] is None:
            self.keys[layer], self.values[layer] = k, v
        else:
            self.keys[layer] = torch.cat([self.keys[layer], k], dim=1)
            self.values[layer] = torch.cat([self.values[layer], v], dim=1)
        return self.keys[layer], self.values[layer]

    def length(self):
        return 0 if self.keys[0] is None else self.keys[0].shape[1]

    def fork(self):
        return copy.deepcopy(self)
