import torch
from torch import nn

from tables import position_table


class PositionCode(nn.Module):
    def __init__(self, dim, limit=64):
        super().__init__()
        self.dim = dim
        self.limit = limit

    def forward(self, x, pos):
        table = position_table(self.limit, self.dim)
        return x + table[pos]


class Decoder(nn.Module):
    def __init__(self, vocab_size, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, dim)
        self.code = PositionCode(dim)
        self.cell = nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab_size)

    def encode(self, ids):
        return self.embed(torch.tensor(ids)).mean(0, keepdim=True)

    def step(self, tokens, hidden, pos):
        x = self.code(self.embed(tokens), pos)
        hidden = self.cell(x, hidden)
        return torch.log_softmax(2 * self.out(hidden), -1), hidden
