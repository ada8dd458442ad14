import torch
from torch import nn


class ConvBlock(nn.Module):
    def __init__(self, c_in, c_out, k=3, s=1):
        super().__init__()
        self.conv = nn.Conv2d(c_in, c_out, k, s, k // 2, bias=False)
        self.bn = nn.BatchNorm2d(c_out)
        self.act = nn.SiLU()

    def forward(self, x):
        return self.act(self.bn(self.conv(x)))


class Bottleneck(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.cv1 = ConvBlock(c, c // 2, 1)
        self.cv2 = ConvBlock(c // 2, c)

    def forward(self, x):
        return x + self.cv2(self.cv1(x))


def count_params(module):
    return sum(p.numel() for p in module.parameters())
