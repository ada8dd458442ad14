import torch
from torch import nn


class LoraLinear(nn.Module):
    """A frozen linear layer with named low-rank additions."""

    def __init__(self, base):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.ModuleDict()
        self.up = nn.ModuleDict()
        self.rank_scale, self.strength = {}, {}

    def add(self, name, rank, alpha):
        self.down[name] = nn.Linear(self.base.in_features, rank, bias=False)
        self.up[name] = nn.Linear(rank, self.base.out_features, bias=False)
        self.rank_scale[name] = alpha / rank
        self.strength[name] = torch.tensor(self.rank_scale[name])

    def set_weight(self, name, weight):
        self.strength[name] = weight * self.rank_scale[name]

    def forward(self, x):
        y = self.base(x)
        for name, scale in self.strength.items():
            y = y + scale * self.up[name](self.down[name](x))
        return y


def inject(module, names, rank=4, alpha=6.0):
    for key, child in list(module.named_children()):
        if isinstance(child, nn.Linear) and child.out_features > 8:
            wrapped = LoraLinear(child)
            for name in names:
                wrapped.add(name, rank, alpha)
            setattr(module, key, wrapped)
        else:
            inject(child, names, rank, alpha)
    return module


def lora_layers(module):
    return [m for m in module.modules() if isinstance(m, LoraLinear)]
