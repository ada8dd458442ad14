import math

import torch
import torch.nn.functional as F


def overlay(forecast, pattern):
    return forecast + pattern


def stretch(pattern, length):
    return F.interpolate(pattern[None, None], size=length, mode="linear", align_corners=True)[0, 0]


def sales(count, length, gen):
    t = torch.arange(length)
    base = 0.02 * t + torch.sin(2 * math.pi * t / 7)
    return base + 0.1 * torch.randn(count, length, generator=gen)


def smape(a, b):
    return (2 * (a - b).abs() / (a.abs() + b.abs() + 1e-6)).mean()
