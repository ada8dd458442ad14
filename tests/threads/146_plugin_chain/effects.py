import torch

from registry import register


@register("gain", traceable=True)
def gain(x, ctx):
    return 0.8 * x


@register("tremolo", traceable=True)
def tremolo(x, ctx):
    t = torch.arange(x.shape[-1]) / ctx.rate
    lfo = 1.0 + ctx.depth * torch.sin(2 * torch.pi * 5.0 * t)
    return x * lfo


@register("softclip")
def softclip(x, ctx):
    drive = 1.7
    return torch.tanh(drive * x) / drive


@register("widen", traceable=True)
def widen(x, ctx):
    mid = x.mean(0, keepdim=True)
    return mid + 1.3 * (x - mid)


@register("dither")
def dither(x, ctx):
    return x + 1e-4 * torch.rand_like(x)
