import torch
import torch.nn.functional as F

from instrument import named, timed

SOBEL = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]]) / 8


@timed
def perceive(x):
    c = x.shape[1]
    kx = SOBEL.repeat(c, 1, 1, 1)
    dx = F.conv2d(x, kx, padding=1, groups=c)
    dy = F.conv2d(x, kx.transpose(-1, -2).contiguous(), padding=1, groups=c)
    return torch.cat([x, dx, dy], 1)


@named("life mask")
def living(x):
    return (F.max_pool2d(x[:, :1], 3, 1, 1) > 0.05).float()
