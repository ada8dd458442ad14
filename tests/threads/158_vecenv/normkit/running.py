import torch
from torch import nn

from .stats import merge_moments, safe_std, warm


class RunningNorm(nn.Module):
    def __init__(self, dim, clip=5.0):
        super().__init__()
        self.clip = clip
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("var", torch.ones(dim))
        self.register_buffer("count", torch.zeros(()))

    @torch.no_grad()
    def update(self, x):
        mean, var, n = merge_moments(self.mean, self.var, self.count, x)
        self.mean.copy_(mean)
        self.var.copy_(var)
        self.count.copy_(n)

    def forward(self, x):
        y = x - self.mean
        if warm(self.count):
            y = y / safe_std(self.var)
        return y.clamp(-self.clip, self.clip)
