from dataclasses import dataclass

import torch

from adapters import adapted_layers


@dataclass(frozen=True)
class AdapterSpec:
    name: str
    rank: int
    alpha: float
    seed: int


class AdapterShelf:
    """Holds the adapters that were trained for one base model."""

    def __init__(self, specs):
        self.specs = {spec.name: spec for spec in specs}

    def names(self):
        return list(self.specs)

    def read_pair(self, spec, layer, gen):
        width_out, width_in = layer.base.weight.shape
        down = torch.randn(spec.rank, width_in, generator=gen) * 0.1
        up = torch.randn(width_out, spec.rank, generator=gen) * 0.1
        return down, up * (spec.alpha / spec.rank)

    def put_on(self, model, name):
        spec = self.specs[name]
        gen = torch.Generator().manual_seed(spec.seed)
        for layer in adapted_layers(model):
            down, up = self.read_pair(spec, layer, gen)
            layer.install(down, up)

    def describe(self):
        return ", ".join(f"{s.name}(r={s.rank})" for s in self.specs.values())
