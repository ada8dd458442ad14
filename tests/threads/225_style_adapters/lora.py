import math
from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class AdapterFile:
    title: str
    rank: int
    alpha: float
    tensors: dict = field(default_factory=dict)

    def for_layer(self, name):
        return self.tensors[f"{name}.down"], self.tensors[f"{name}.up"]


class LoraLinear(nn.Module):
    def __init__(self, base: nn.Linear):
        super().__init__()
        self.base = base
        self.down = nn.ModuleDict()
        self.up = nn.ModuleDict()
        self.scaling = {}
        self.active = []

    def add(self, name, down, up, alpha):
        rank = down.shape[0]
        self.down[name] = nn.Linear(self.base.in_features, rank, bias=False)
        self.up[name] = nn.Linear(rank, self.base.out_features, bias=False)
        with torch.no_grad():
            self.down[name].weight.copy_(down)
            self.up[name].weight.copy_(up)
        self.scaling[name] = alpha / math.sqrt(rank)

    def remove(self, name):
        del self.down[name], self.up[name], self.scaling[name]
        self.active = [n for n in self.active if n != name]

    def forward(self, x):
        out = self.base(x)
        for name in self.active:
            out = out + self.up[name](self.down[name](x)) * self.scaling[name]
        return out


def inject(model, targets):
    found = {}
    for path, module in list(model.named_modules()):
        owner, _, leaf = path.rpartition(".")
        if isinstance(module, nn.Linear) and leaf in targets:
            found[path] = LoraLinear(module)
            setattr(model.get_submodule(owner), leaf, found[path])
    return found
