import torch

FP8_MAX = 448.0


def tensor_scale(weight):
    amax = weight.detach().abs().max().clamp(min=1e-6)
    return FP8_MAX / amax


def precompute_scales(weights):
    amaxes = torch.cat([w.detach().abs().amax(dim=(0, 1), keepdim=True) for w in weights])
    scales = FP8_MAX / amaxes.clamp(min=1e-6)
    return list(scales.split(1))


def fake_cast(x, scale):
    cast = (x * scale).clamp(-FP8_MAX, FP8_MAX)
    rounded = cast + (cast.round() - cast).detach()
    return rounded / scale
