import torch
import torch.nn as nn
import torch.nn.functional as F


class Codebook(nn.Module):
    def __init__(self, entries, dim):
        super().__init__()
        self.table = nn.Parameter(torch.randn(entries, dim) * 0.3)

    def forward(self, residual):
        distance = torch.cdist(residual, self.table)
        codes = distance.argmin(dim=-1)
        picked = F.embedding(codes, self.table)
        straight = residual + (picked - residual).detach()
        commit = F.mse_loss(residual, picked.detach()) + F.mse_loss(picked, residual.detach())
        return straight, codes, commit
