import torch
from torch import nn


class ConvUnit(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, padding=1)
        self.norm = nn.GroupNorm(2, cout)

    def forward(self, x):
        return torch.relu(self.norm(self.conv(x)))


class Interp(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.enc = ConvUnit(6, width)
        self.mid = ConvUnit(width, width)
        self.out = nn.Conv2d(width, 3, 1)

    def forward(self, left, right):
        x = self.enc(torch.cat([left, right], dim=1))
        return 0.5 * (left + right) + self.out(x + self.mid(x))
