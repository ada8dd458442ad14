import torch
from torch import nn


class PerChannelObserver(nn.Module):
    """Running minimum and maximum of every slice along one axis."""

    def __init__(self, axis, bits=8, symmetric=False):
        super().__init__()
        self.axis = axis
        self.symmetric = symmetric
        self.qmin, self.qmax = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if symmetric else (0, 2**bits - 1)
        self.register_buffer("min_val", torch.tensor([]))
        self.register_buffer("max_val", torch.tensor([]))

    @torch.no_grad()
    def forward(self, x):
        rows = x.detach().movedim(self.axis, 0).flatten(1)
        lo, hi = rows.amin(1), rows.amax(1)
        if self.min_val.numel() == 0:
            self.min_val.resize_(lo.shape).copy_(lo)
            self.max_val.resize_(hi.shape).copy_(hi)
        else:
            self.min_val.copy_(torch.minimum(self.min_val, lo))
            self.max_val.copy_(torch.maximum(self.max_val, hi))

    def qparams(self):
        lo, hi = self.min_val.clamp(max=0.0), self.max_val.clamp(min=0.0)
        if self.symmetric:
            scale = torch.maximum(-lo, hi) / self.qmax
            return scale.clamp(min=1e-6), torch.zeros_like(scale).int()
        scale = ((hi - lo) / (self.qmax - self.qmin)).clamp(min=1e-6)
        return scale, (self.qmin - torch.round(lo / scale)).clamp(self.qmin, self.qmax).int()
