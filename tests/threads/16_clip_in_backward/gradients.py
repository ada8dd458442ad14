import torch


class ClipGradient(torch.autograd.Function):
    """The identity; its gradient has at most the norm `limit`."""

    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        norm = grad.norm()
        if norm > ctx.limit:
            grad = grad * (ctx.limit / norm)
        return grad, None


def clip_gradient(x, limit):
    return ClipGradient.apply(x, limit)
