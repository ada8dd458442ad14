import torch
from torch import nn

from anneal import Anneal


def round_ste(x):
    return x + (x.round() - x).detach()


def mix(soft, hard):
    """Blend of the float and the quantised tensor."""
    s = Anneal.strength
    if s == 0.0:
        return soft
    if s >= 1.0:
        return hard
    return torch.lerp(soft, hard, s)


class FakeQuant(nn.Module):
    levels = 15

    def __init__(self, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("scale", torch.tensor(1.0))

    def forward(self, x):
        if self.training:
            peak = x.detach().abs().amax()
            self.scale.mul_(self.momentum).add_(peak, alpha=1 - self.momentum)
        step = self.scale / (self.levels // 2)
        hard = round_ste((x / step).clamp(-(self.levels // 2), self.levels // 2)) * step
        return mix(x, hard)


def bit_budget(model):
    return sum(p.numel() * 4 for n, p in model.named_parameters() if n.endswith("weight"))
