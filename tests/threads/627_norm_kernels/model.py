import torch
from torch import nn

from norm import RMSNorm


class GatedMLP(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.up = nn.Linear(width, 2 * hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        gate, value = self.up(x).chunk(2, dim=-1)
        return self.down(nn.functional.silu(gate) * value)


class Block(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.norm = RMSNorm(width)
        self.mlp = GatedMLP(width, hidden)

    def forward(self, x):
        return x + self.mlp(self.norm(x))


class TinyLM(nn.Module):
    def __init__(self, vocab=64, width=32, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(Block(width, 2 * width) for _ in range(depth))
        self.final = RMSNorm(width)
        self.head = nn.Linear(width, vocab, bias=False)

    def forward(self, tokens):
        h = self.embed(tokens)
        h = h + h.cumsum(1) / torch.arange(1, tokens.shape[1] + 1).view(1, -1, 1)
        for block in self.blocks:
            h = block(h)
        return self.head(self.final(h))
