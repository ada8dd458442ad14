import torch
from torch import nn


class Encode(nn.Module):
    def __init__(self, vocab, width):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.proj = nn.Linear(width, width)

    def forward(self, tokens):
        return torch.tanh(self.proj(self.embed(tokens)))


class Pool(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, hidden):
        weight = torch.softmax(self.score(hidden), dim=1)
        return (weight * hidden).sum(1)


class Rank(nn.Module):
    def __init__(self, width, labels):
        super().__init__()
        self.out = nn.Linear(width, labels)

    def forward(self, pooled):
        return torch.log_softmax(self.out(pooled), dim=-1)
