import torch


class RoundThrough(torch.autograd.Function):
    """Rounds forward, passes the gradient unchanged."""

    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad


def quantize(x, scale, levels):
    return RoundThrough.apply((x / scale).clamp(-levels, levels)) * scale
