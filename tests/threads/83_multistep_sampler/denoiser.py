import torch
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.inp = nn.Conv2d(channels, width, 3, padding=1)
        self.mid = nn.Conv2d(width, width, 3, padding=1)
        self.out = nn.Conv2d(width, channels, 3, padding=1)
        self.level = nn.Linear(1, width)

    def forward(self, x, log_snr):
        h = torch.nn.functional.silu(self.inp(x))
        shift = self.level(log_snr.reshape(1, 1))[..., None, None]
        h = h + torch.nn.functional.silu(self.mid(h) + shift)
        return self.out(h)
