import torch
from torch import nn


class NoiseNet(nn.Module):
    def __init__(self, width, kind="silu"):
        super().__init__()
        self.kind = kind
        self.a = nn.Linear(3, width)
        self.b = nn.Linear(width, 2)

    def act(self, x):
        if self.kind == "silu":
            return torch.nn.functional.silu(x)
        return torch.relu(x)

    def forward(self, x, sigma):
        s = sigma.expand(x.shape[0], 1)
        return self.b(self.act(self.a(torch.cat([x, s.log()], 1))))
