from dataclasses import dataclass

import torch

from layers import AdapterLinear


@dataclass(frozen=True)
class Entry:
    name: str
    seed: int
    r: int = 8
    alpha: float = 8.0


CATALOG = {e.name: e for e in (
    Entry("watercolor", 11),
    Entry("pixel", 12, r=4),
    Entry("lineart", 13, r=16, alpha=32.0),
    Entry("toy", 14, r=2),
    Entry("noir", 15, r=12, alpha=6.0),
)}


def fetch(entry, model):
    gen = torch.Generator().manual_seed(entry.seed)
    state = {}
    for path, layer in model.named_modules():
        if isinstance(layer, AdapterLinear):
            out_features, in_features = layer.base.weight.shape
            state[path + ".down"] = torch.randn(entry.r, in_features, generator=gen) * 0.1
            state[path + ".up"] = torch.randn(out_features, entry.r, generator=gen) * 0.1
    return state


class AdapterManager:
    def __init__(self, model):
        self.model = model
        self._states = {}

    def activate(self, name, strength=1.0):
        entry = CATALOG[name]
        if name not in self._states:
            self._states[name] = fetch(entry, self.model)
        state = self._states[name]
        for path, layer in self.model.named_modules():
            if isinstance(layer, AdapterLinear):
                layer.install(state[path + ".down"], state[path + ".up"],
                              strength * entry.alpha / entry.r)
