from dataclasses import dataclass

import torch
from torch import nn

from observers import PerChannelObserver


@dataclass
class QConfig:
    act_bits: int = 8
    weight_bits: int = 4


class FakeQuantize(nn.Module):
    def __init__(self, observer):
        super().__init__()
        self.observer = observer

    def forward(self, x):
        obs = self.observer
        if self.training:
            obs(x)
        scale, zero = obs.qparams()
        return torch.fake_quantize_per_channel_affine(x, scale, zero, obs.axis, obs.qmin, obs.qmax)


class QATLinear(nn.Linear):
    def __init__(self, n_in, n_out, cfg):
        super().__init__(n_in, n_out)
        self.act_fq = FakeQuantize(PerChannelObserver(1, cfg.act_bits))
        self.weight_fq = FakeQuantize(PerChannelObserver(0, cfg.weight_bits, symmetric=True))

    def forward(self, x):
        return nn.functional.linear(self.act_fq(x), self.weight_fq(self.weight), self.bias)


def build_net(widths, cfg):
    layers = []
    for n_in, n_out in zip(widths, widths[1:]):
        layers += [QATLinear(n_in, n_out, cfg), nn.ReLU()]
    return nn.Sequential(*layers[:-1])
