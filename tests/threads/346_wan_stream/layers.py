import torch
import torch.nn as nn
import torch.nn.functional as F

HISTORY = 2


class CausalConv3d(nn.Conv3d):
    """Convolution that looks only at past frames; the tail of a chunk is kept."""

    def __init__(self, c_in, c_out, scale=1):
        super().__init__(c_in, c_out, kernel_size=3)
        self.scale = scale

    def forward(self, x, past):
        seen = x
        if past is not None:
            seen = torch.cat([past, x], dim=2)
        missing = x.shape[2] + HISTORY - seen.shape[2]
        padded = F.pad(seen, (1, 1, 1, 1, missing, 0))
        return super().forward(padded), seen[:, :, -HISTORY:].contiguous()


class SpatialUp(nn.Module):
    def __init__(self, factor=2):
        super().__init__()
        self.factor = float(factor)

    def forward(self, x):
        return F.interpolate(x, scale_factor=(1.0, self.factor, self.factor), mode="nearest")


class Residual(nn.Module):
    def __init__(self, dim, scale=1):
        super().__init__()
        self.norm = nn.GroupNorm(2, dim)
        self.conv = CausalConv3d(dim, dim, scale)

    def forward(self, x, past):
        b, c, t, h, w = x.shape
        frames = self.norm(x.transpose(1, 2).reshape(b * t, c, h, w))
        y = F.silu(frames).view(b, t, c, h, w).transpose(1, 2)
        y, past = self.conv(y, past)
        return x + y, past
