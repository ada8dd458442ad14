from dataclasses import dataclass

import torch

from layers import LoraLinear


@dataclass(frozen=True)
class AdapterSpec:
    name: str
    rank: int
    alpha: float
    seed: int


class AdapterStore:
    def __init__(self, model, specs):
        self.layers = {n: m for n, m in model.named_modules() if isinstance(m, LoraLinear)}
        self.specs = {s.name: s for s in specs}
        self.weights = {s.name: self._read(s) for s in specs}
        self.active = None

    def _read(self, spec):
        gen = torch.Generator().manual_seed(spec.seed)
        state = {}
        for name, layer in self.layers.items():
            d_out, d_in = layer.base.weight.shape
            down = torch.randn(spec.rank, d_in, generator=gen) * d_in ** -0.5
            up = torch.randn(d_out, spec.rank, generator=gen) * 0.1
            state[name] = (down, up)
        return state

    def activate(self, name):
        if name == self.active:
            return
        spec = self.specs[name]
        for key, layer in self.layers.items():
            down, up = self.weights[name][key]
            layer.down.data = down
            layer.up.data = up
            layer.scaling.fill_(spec.alpha / spec.rank)
        self.active = name
