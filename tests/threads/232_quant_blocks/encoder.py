import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, dim: int, hidden: int):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up = nn.Linear(dim, hidden)
        self.down = nn.Linear(hidden, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


class PassageEncoder(nn.Module):
    def __init__(self, vocab: int = 64, dim: int = 16, depth: int = 6):
        super().__init__()
        self.tokens = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim, 2 * dim) for _ in range(depth))
        self.head = nn.Linear(dim, dim)

    def compile_blocks(self, backend: str) -> None:
        for block in self.blocks:
            block.compile(backend=backend)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.tokens(ids)
        for block in self.blocks:
            x = block(x)
        return torch.nn.functional.normalize(self.head(x.mean(1)), dim=-1)
