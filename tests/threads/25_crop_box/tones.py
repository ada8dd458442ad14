import torch
import torch.nn as nn


class Contrast(nn.Module):
    def __init__(self, amount):
        super().__init__()
        self.amount = amount
        self.factor = None

    def draw(self, n):
        self.factor = 1 + self.amount * (2 * torch.rand(n, 1, 1, 1) - 1)

    def forward(self, x):
        mean = x.mean((2, 3), keepdim=True)
        return (x - mean) * self.factor + mean
