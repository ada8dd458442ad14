import torch
import torch.nn.functional as F
from torch import nn


class ConvBlock(nn.Module):
    def __init__(self, cin, cout, k=7):
        super().__init__()
        self.conv = nn.Conv1d(cin, cout, k, padding=k // 2)
        self.gain = nn.Parameter(torch.ones(cout, 1))

    def forward(self, x):
        return F.gelu(self.conv(x)) * self.gain


def taper(x, edge=8):
    """Cosine taper on both ends of the time axis."""
    ramp = torch.ones(x.shape[-1])
    w = 0.5 - 0.5 * torch.cos(torch.pi * torch.arange(edge) / edge)
    ramp[:edge] = w
    ramp[-edge:] = w.flip(0)
    return x * ramp


def normalise(x, batch):
    """Unit peak per window. Short batches are filled up first, so that the work buffer is always the same size."""
    if x.shape[0] != batch:
        x = torch.cat([x, x.new_zeros(batch - x.shape[0], *x.shape[1:])])
    peak = x.abs().amax((-2, -1), keepdim=True)
    return x / peak.clamp_min(1e-6)
