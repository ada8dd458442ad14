import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, 2 * dim)
        self.to_out = nn.Linear(dim, dim)

    def forward(self, x):
        h = self.norm(x)
        k, v = self.to_kv(h).chunk(2, dim=-1)
        return x + self.to_out(F.scaled_dot_product_attention(self.to_q(h), k, v))


class Denoiser(nn.Module):
    def __init__(self, dim=32, depth=2):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(1, dim), nn.SiLU(), nn.Linear(dim, dim))
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))

    def forward(self, x, sigma):
        x = x + self.time(sigma.view(-1, 1)).unsqueeze(1)
        for block in self.blocks:
            x = block(x)
        return x
