import torch
from torch import nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, n_in, n_out, width=32):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, width), nn.GELU(), nn.LayerNorm(width), nn.Linear(width, n_out))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)
