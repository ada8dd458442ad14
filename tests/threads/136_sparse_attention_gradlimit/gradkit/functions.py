import torch

from .norms import overshoot


class _Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None


def scale_grad(x, factor):
    return _Scale.apply(x, factor)


class _Limit(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g / overshoot(g, ctx.limit), None


def limit_grad(x, limit):
    return _Limit.apply(x, limit)
