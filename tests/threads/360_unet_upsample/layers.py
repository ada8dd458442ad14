import torch
import torch.nn.functional as F
from torch import nn


class ResBlock(nn.Module):
    def __init__(self, cin, cout, temb_dim, groups=4):
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(groups, cin), nn.Conv2d(cin, cout, 3, padding=1)
        self.temb = nn.Linear(temb_dim, cout)
        self.norm2, self.conv2 = nn.GroupNorm(groups, cout), nn.Conv2d(cout, cout, 3, padding=1)
        self.skip = nn.Conv2d(cin, cout, 1) if cin != cout else nn.Identity()

    def forward(self, x, temb):
        h = self.conv1(F.silu(self.norm1(x))) + self.temb(temb)[:, :, None, None]
        return self.skip(x) + self.conv2(F.silu(self.norm2(h)))


class DownBlock(nn.Module):
    def __init__(self, cin, cout, temb_dim):
        super().__init__()
        self.res = ResBlock(cin, cout, temb_dim)
        self.down = nn.Conv2d(cout, cout, 3, stride=2, padding=1)

    def forward(self, x, temb):
        skip = self.res(x, temb)
        return self.down(skip), skip


class UpBlock(nn.Module):
    def __init__(self, cin, cskip, cout, temb_dim):
        super().__init__()
        self.conv = nn.Conv2d(cin, cin, 3, padding=1)
        self.res = ResBlock(cin + cskip, cout, temb_dim)

    def forward(self, x, skip, temb, size=None):
        if size is None:
            x = F.interpolate(x, scale_factor=2.0, mode="nearest")
        else:
            x = F.interpolate(x, size=size, mode="nearest")
        return self.res(torch.cat([self.conv(x), skip], dim=1), temb)
