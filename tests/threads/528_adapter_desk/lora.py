import torch
from torch import nn


class LoraLinear(nn.Module):
    def __init__(self, base, rank=4):
        super().__init__()
        self.base = base
        self.rank = rank
        self.lora_a = nn.ParameterDict()
        self.lora_b = nn.ParameterDict()
        self.active = None

    def add(self, name, rng):
        out_dim, in_dim = self.base.weight.shape
        self.lora_a[name] = torch.randn(self.rank, in_dim, generator=rng) / in_dim**0.5
        self.lora_b[name] = torch.randn(out_dim, self.rank, generator=rng) * 0.3

    def forward(self, x):
        y = self.base(x)
        return y + (x @ self.lora_a[self.active].T) @ self.lora_b[self.active].T


def inject(model, names, rng):
    for parent in list(model.modules()):
        for key, child in list(parent.named_children()):
            if isinstance(child, nn.Linear) and key.startswith("fc"):
                setattr(parent, key, LoraLinear(child))
    for module in lora_layers(model):
        for name in names:
            module.add(name, rng)


def lora_layers(model):
    return [m for m in model.modules() if isinstance(m, LoraLinear)]


def activate(model, name):
    for module in lora_layers(model):
        module.active = name
