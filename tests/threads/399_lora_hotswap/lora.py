import torch
from torch import nn


class LoRALinear(nn.Module):
    """Linear layer with one swappable low-rank slot, padded to max_rank."""

    def __init__(self, base: nn.Linear, max_rank: int):
        super().__init__()
        self.base = base
        self.max_rank = max_rank
        self.register_buffer("down", torch.zeros(max_rank, base.in_features))
        self.register_buffer("up", torch.zeros(base.out_features, max_rank))
        self.strength = 0.0

    @torch.no_grad()
    def load(self, down, up):
        rank = down.shape[0]
        self.down.zero_()
        self.up.zero_()
        self.down[:rank].copy_(down)
        self.up[:, :rank].copy_(up)

    def set_strength(self, value):
        self.strength = value

    def forward(self, x):
        delta = (x @ self.down.t()) @ self.up.t()
        return self.base(x) + delta * self.strength


class Block(nn.Module):
    def __init__(self, dim, hidden, max_rank):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = LoRALinear(nn.Linear(dim, hidden), max_rank)
        self.fc2 = LoRALinear(nn.Linear(hidden, dim), max_rank)
        self.act = nn.GELU()

    def forward(self, x):
        return x + self.fc2(self.act(self.fc1(self.norm(x))))


class Denoiser(nn.Module):
    def __init__(self, dim=32, depth=2, max_rank=8):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim, dim * 2, max_rank) for _ in range(depth))
        self.head = nn.Linear(dim, dim)

    def forward(self, x, t):
        x = x + t[:, None]
        for block in self.blocks:
            x = block(x)
        return self.head(x)
