import math

import torch
from torch import nn
import torch.nn.functional as F


class CodecConv1d(nn.Module):
    """Conv1d with causal or centred padding, keeps ceil(T / stride) frames."""

    def __init__(self, cin, cout, kernel_size, stride=1, dilation=1, causal=True, pad_mode="reflect"):
        super().__init__()
        self.causal = causal
        self.pad_mode = pad_mode
        self.conv = nn.Conv1d(cin, cout, kernel_size, stride, dilation=dilation)
        span = (kernel_size - 1) * dilation + 1
        self.register_buffer("stride", torch.tensor(stride), persistent=False)
        self.register_buffer("kernel_size", torch.tensor(span), persistent=False)
        self.register_buffer("padding_total", torch.tensor(span - stride), persistent=False)

    def _extra_padding(self, hidden):
        length = hidden.shape[-1]
        n_frames = math.ceil((length - self.kernel_size + self.padding_total) / self.stride + 1) - 1
        ideal = n_frames * self.stride + self.kernel_size - self.padding_total
        return ideal - length

    @staticmethod
    def _pad1d(hidden, left, right, mode):
        if mode != "reflect":
            return F.pad(hidden, (left, right), mode)
        length, widest = hidden.shape[-1], max(left, right)
        extra = 0
        if length <= widest:
            extra = widest - length + 1
            hidden = F.pad(hidden, (0, extra))
        padded = F.pad(hidden, (left, right), mode)
        return padded[..., : padded.shape[-1] - extra]

    def forward(self, hidden):
        extra = self._extra_padding(hidden)
        right = 0 if self.causal else self.padding_total // 2
        hidden = self._pad1d(hidden, self.padding_total - right, right + extra, self.pad_mode)
        return self.conv(hidden)


class ResUnit(nn.Module):
    def __init__(self, dim, dilation):
        super().__init__()
        self.block = nn.Sequential(
            nn.ELU(), CodecConv1d(dim, dim // 2, 3, dilation=dilation), nn.ELU(), CodecConv1d(dim // 2, dim, 1)
        )

    def forward(self, hidden):
        return hidden + self.block(hidden)
