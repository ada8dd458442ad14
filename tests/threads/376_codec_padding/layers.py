import torch
from torch import nn

from padding import extra_padding, pad1d


class StreamConv1d(nn.Module):
    def __init__(self, in_ch, out_ch, kernel_size, stride=1, dilation=1, causal=True):
        super().__init__()
        self.causal = causal
        self.conv = nn.Conv1d(in_ch, out_ch, kernel_size, stride=stride, dilation=dilation)
        span = (kernel_size - 1) * dilation + 1
        self.register_buffer("stride", torch.tensor(stride), persistent=False)
        self.register_buffer("span", torch.tensor(span), persistent=False)
        self.register_buffer("padding_total", torch.tensor(span - stride), persistent=False)

    def forward(self, x):
        extra = extra_padding(x.shape[-1], self.span, self.stride, self.padding_total)
        if self.causal:
            x = pad1d(x, self.padding_total, extra)
        else:
            right = self.padding_total // 2
            x = pad1d(x, self.padding_total - right, right + extra)
        return self.conv(x)


class ResidualUnit(nn.Module):
    def __init__(self, channels, dilation):
        super().__init__()
        self.block = nn.Sequential(
            nn.ELU(),
            StreamConv1d(channels, channels // 2, 3, dilation=dilation),
            nn.ELU(),
            StreamConv1d(channels // 2, channels, 1),
        )

    def forward(self, x):
        return x + self.block(x)
