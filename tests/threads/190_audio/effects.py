import math

import torch
import torch.nn.functional as F

from plugkit import effect


@effect("tremolo")
def tremolo(x, rate, depth=0.4, speed=5.0):
    t = torch.arange(x.shape[-1]) / rate
    return x * (1 - depth * (0.5 + 0.5 * torch.sin(2 * math.pi * speed * t)))


@effect("comb", timed=True)
def comb(x, rate, ms=11.0, feed=0.5):
    d = int(rate * ms / 1000)
    for k in range(1, 4):
        x = x + feed ** k * F.pad(x, (d * k, 0))[..., :x.shape[-1]]
    return x


@effect("drive")
def drive(x, rate, gain=2.5):
    return torch.tanh(gain * x) / math.tanh(gain)


@effect("widen")
def widen(x, rate, ms=3.0):
    d = int(rate * ms / 1000)
    return torch.cat([x, 0.9 * F.pad(x, (d, 0))[..., :x.shape[-1]]], 0)
