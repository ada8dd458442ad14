import torch
from torch import nn

from mixing import mix, upsample
from phases import Growth


class Block(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, padding=1)
        self.rgb = nn.Conv2d(cout, 1, 1)

    def forward(self, x):
        x = torch.relu(self.conv(x))
        return x, self.rgb(x)


class Generator(nn.Module):
    def __init__(self, latent, width):
        super().__init__()
        self.inp = nn.Linear(latent, width * 64)
        self.width = width
        self.coarse = Block(width, width)
        self.fine = Block(width, width)

    def forward(self, z, alpha):
        x = self.inp(z).view(-1, self.width, 8, 8)
        x, old = self.coarse(x)
        _, new = self.fine(upsample(x))
        out = mix(upsample(old), new, alpha)
        if Growth.sharpen:
            out = 2 * out - upsample(nn.functional.avg_pool2d(out, 2))
        return out
