import torch
from torch import nn


class Sine(nn.Module):
    def __init__(self, w0):
        super().__init__()
        self.w0 = w0

    def forward(self, x):
        return torch.sin(self.w0 * x)


class SineField(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        layers = [nn.Linear(2, width), Sine(6.0)]
        for _ in range(depth):
            layers += [nn.Linear(width, width), Sine(1.0)]
        layers.append(nn.Linear(width, 1))
        self.net = nn.Sequential(*layers)

    def forward(self, p):
        return self.net(p)


def two_circles(p):
    a = (p - torch.tensor([0.4, 0.0])).norm(dim=1, keepdim=True) - 0.3
    b = (p + torch.tensor([0.4, 0.0])).norm(dim=1, keepdim=True) - 0.2
    return torch.minimum(a, b)
