from dataclasses import dataclass, field

import torch

from lora import LoRALinear


@dataclass
class Adapter:
    name: str
    rank: int
    alpha: float
    weights: dict = field(default_factory=dict)


class AdapterBank:
    def __init__(self, model):
        self.layers = {n: m for n, m in model.named_modules() if isinstance(m, LoRALinear)}
        self.adapters = {}
        self.loaded = None

    def add_random(self, name, rank, alpha, seed):
        gen = torch.Generator().manual_seed(seed)
        adapter = Adapter(name, rank, alpha)
        for key, layer in self.layers.items():
            down = torch.randn(rank, layer.base.in_features, generator=gen) * 0.1
            up = torch.randn(layer.base.out_features, rank, generator=gen) * 0.1
            adapter.weights[key] = (down, up)
        self.adapters[name] = adapter

    def activate(self, name, weight=1.0):
        adapter = self.adapters[name]
        for key, layer in self.layers.items():
            if self.loaded != name:
                layer.load(*adapter.weights[key])
            layer.set_strength(weight * adapter.alpha / adapter.rank)
        self.loaded = name
