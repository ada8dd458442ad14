import torch
from torch import nn

from .registry import register


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


@register("identity")
class Identity(nn.Module):
    def __init__(self, bits=8):
        super().__init__()

    def forward(self, x):
        return x


@register("absmax")
class AbsMax(nn.Module):
    def __init__(self, bits=8):
        super().__init__()
        self.levels = 2 ** (bits - 1) - 1

    def forward(self, w):
        scale = w.detach().abs().amax().clamp(min=1e-6) / self.levels
        return RoundSTE.apply(w / scale) * scale


@register("moving-minmax", host=True)
class MovingMinMax(nn.Module):
    def __init__(self, bits=8, momentum=0.1):
        super().__init__()
        self.levels = 2 ** bits - 1
        self.momentum = momentum
        self.register_buffer("low", torch.tensor(0.0))
        self.register_buffer("high", torch.tensor(1.0))

    @torch.no_grad()
    def update(self, x):
        self.low.lerp_(x.amin(), self.momentum)
        self.high.lerp_(x.amax(), self.momentum)

    def forward(self, x):
        if self.training:
            self.update(x.detach())
        scale = (self.high - self.low).clamp(min=1e-6) / self.levels
        low = self.low.clone()
        return RoundSTE.apply((x - low) / scale) * scale + low
