import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x / self.calls


noisy = torch.compile(Noisy(), backend="eager")
for _ in range(6):
    noisy(torch.ones(3))
