import math

import torch
from torch import nn


class MinPSampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.temperature = 1.0
        self.min_p = 0.05

    def floor(self, logits):
        return logits.amax(dim=-1, keepdim=True) + math.log(self.min_p)

    def forward(self, logits, noise):
        logits = logits / self.temperature
        logits = logits.masked_fill(logits < self.floor(logits), float("-inf"))
        return torch.argmax(logits + noise, dim=-1)


def gumbel(shape, generator):
    u = torch.rand(shape, generator=generator).clamp(1e-9, 1.0 - 1e-6)
    return -torch.log(-torch.log(u))
