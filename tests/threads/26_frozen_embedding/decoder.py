import torch
import torch.nn as nn

from lora import LoraLinear


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mix = LoraLinear(dim, 2 * dim)
        self.out = LoraLinear(2 * dim, dim)

    def forward(self, h):
        past = h.cumsum(1) / torch.arange(1, h.shape[1] + 1)[:, None]
        return h + self.out(torch.relu(self.mix(self.norm(past))))


class Decoder(nn.Module):
    def __init__(self, vocab, dim, layers):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(layers))
        self.head = nn.Linear(dim, vocab, bias=False)

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.head(h)
