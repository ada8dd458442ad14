"""Key/value storage for one decoding request."""
import torch


class LayerCache:
    def __init__(self, cfg):
        self.cfg = cfg
        self.keys, self.values = [], []

    def update(self, k, v):
        self.keys.append(k)
        self.values.append(v)
        return torch.cat(self.keys, dim=2), torch.cat(self.values, dim=2)

    def visible(self, pos):
        return None

    def nbytes(self):
        return sum(t.nbytes for t in self.keys + self.values)


class DecodeCache:
    def __init__(self, cfg):
        self.layers = [LayerCache(cfg) for _ in range(cfg.layers)]

    def nbytes(self):
        return sum(layer.nbytes() for layer in self.layers)
