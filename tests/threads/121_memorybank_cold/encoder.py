import torch
from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self, features, dim):
        super().__init__()
        self.a = nn.Linear(features, 24)
        self.b = nn.Linear(24, dim)

    def forward(self, x):
        return F.normalize(self.b(torch.relu(self.a(x))), dim=1)
