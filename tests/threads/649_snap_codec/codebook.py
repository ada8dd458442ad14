import torch
from torch import nn
from torch.nn import functional as F

from snap import carry_through, nearest


class Codebook(nn.Module):
    def __init__(self, size, dim, beta=0.25):
        super().__init__()
        self.table = nn.Parameter(torch.randn(size, dim) * 0.5)
        self.beta = beta

    def forward(self, z):
        flat = z.reshape(-1, z.shape[-1])
        index = nearest(flat, self.table)
        picked = self.table[index].view_as(z)
        commit = F.mse_loss(z, picked.detach()) * self.beta + F.mse_loss(picked, z.detach())
        return carry_through(z, picked), index, commit
