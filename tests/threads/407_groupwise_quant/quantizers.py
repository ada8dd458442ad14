"""Weight quantizers; both keep their parameters in the state dict for export."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class QuantConfig:
    bits: int = 4
    group_size: int = 16
    symmetric: bool = False
    eps: float = 1e-6


class ChannelwiseQuantizer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.register_buffer("qmax", torch.tensor(2.0 ** (cfg.bits - 1) - 1))
        self.eps = cfg.eps

    def forward(self, weight):
        scale = weight.abs().amax(dim=1, keepdim=True).clamp(min=self.eps) / self.qmax
        return (weight / scale).round().clamp(-self.qmax, self.qmax) * scale


class GroupwiseQuantizer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.levels = 2**cfg.bits - 1
        self.symmetric, self.eps = cfg.symmetric, cfg.eps
        self.register_buffer("group_size", torch.tensor(cfg.group_size, dtype=torch.int32))
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))

    def params(self, groups):
        lo, hi = groups.amin(-1, keepdim=True), groups.amax(-1, keepdim=True)
        if self.symmetric:
            hi = torch.maximum(hi, -lo)
            lo = -hi
        scale = ((hi - lo) / self.levels).clamp(min=self.eps)
        return scale, torch.round(-lo / scale)

    def forward(self, weight):
        groups = split_groups(weight, self.group_size)
        scale, zero = self.params(groups)
        q = torch.clamp(torch.round(groups / scale) + zero, 0, self.levels)
        self.calls.add_(1)
        return ((q - zero) * scale).reshape(weight.shape)


def split_groups(weight, group_size):
    rows, cols = weight.shape
    size = min(int(group_size), cols)
    return weight.reshape(rows, cols // size, size)
