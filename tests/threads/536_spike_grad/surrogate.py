import torch

from gradtools import exceeds, fast_sigmoid_slope, rescaled


class FastSigmoid(torch.autograd.Function):
    @staticmethod
    def forward(ctx, membrane, slope, limit):
        ctx.save_for_backward(membrane)
        ctx.slope = slope
        ctx.limit = limit
        return (membrane > 0).to(membrane.dtype)

    @staticmethod
    def backward(ctx, grad_output):
        (membrane,) = ctx.saved_tensors
        grad = grad_output * fast_sigmoid_slope(membrane, ctx.slope)
        if exceeds(grad, ctx.limit):
            grad = rescaled(grad, ctx.limit)
        return grad, None, None


def fast_sigmoid(slope=10.0, limit=0.05):
    def apply(membrane):
        return FastSigmoid.apply(membrane, slope, limit)

    return apply
