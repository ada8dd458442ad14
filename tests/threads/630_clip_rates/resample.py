import torch
from torch.nn import functional as F


def normalise(x):
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-5)


def to_rate(x, ratio):
    return F.interpolate(x, scale_factor=ratio, mode="linear", align_corners=True, recompute_scale_factor=True)


def difference(x):
    return torch.cat([x[..., :1] * 0, x[..., 1:] - x[..., :-1]], dim=-1)
