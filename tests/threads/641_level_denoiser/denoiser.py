import torch
from torch import nn

from levels import cosine_levels


class Corruption(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.levels = cosine_levels(steps)

    def current(self):
        return next(self.levels)

    def forward(self, clean, noise):
        level = self.current()
        return clean + level * noise, level


class Denoiser(nn.Module):
    def __init__(self, steps, width=24):
        super().__init__()
        self.corrupt = Corruption(steps)
        self.enter = nn.Linear(8, width)
        self.leave = nn.Linear(width, 8)

    def forward(self, clean, noise):
        noisy, level = self.corrupt(clean, noise)
        guess = self.leave(torch.tanh(self.enter(noisy)))
        error = (guess - clean).pow(2).mean()
        return error / (0.1 + level)
