import torch
from torch import nn

from distances import BinSpec, ResidueBias


class Block(nn.Module):
    def __init__(self, dim: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, bias):
        q, k, v = self.qkv(self.norm(x)).unflatten(-1, (3, self.heads, -1)).unbind(1)
        score = torch.einsum("ihd,jhd->hij", q, k) * q.shape[-1] ** -0.5
        mix = torch.einsum("hij,jhd->ihd", (score + bias).softmax(-1), v)
        return x + self.out(mix.flatten(1))


class ResidueEncoder(nn.Module):
    def __init__(self, alphabet: int, dim: int = 16, heads: int = 4, depth: int = 2):
        super().__init__()
        self.embed = nn.Embedding(alphabet, dim)
        self.bias = ResidueBias(heads, BinSpec())
        self.blocks = nn.ModuleList(Block(dim, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x, bias = self.embed(ids), self.bias(ids.shape[0])
        for block in self.blocks:
            x = block(x, bias)
        return self.norm(x)
