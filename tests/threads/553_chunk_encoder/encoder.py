import torch
from torch import nn


class ChunkEncoder(nn.Module):
    def __init__(self, dim=32, bins=20):
        super().__init__()
        self.front = nn.Conv1d(1, bins, 40, stride=20)
        self.mid = nn.Conv1d(bins, dim, 3, stride=2, padding=1)
        self.norm = nn.LayerNorm(dim)
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, chunks):
        x = torch.log1p(self.front(chunks.unsqueeze(1)).square())
        x = torch.nn.functional.gelu(self.mid(x)).transpose(1, 2)
        x = x + self.ff(self.norm(x))
        return x.mean(dim=1)
