import torch
from torch import nn


class WindowLM(nn.Module):
    def __init__(self, vocab=64, dim=32, window=8):
        super().__init__()
        self.window = window
        self.embed = nn.Embedding(vocab, dim)
        self.position = nn.Parameter(torch.randn(window, dim) * 0.1)
        self.mix = nn.Linear(window, window)
        self.up = nn.Linear(dim, 2 * dim)
        self.down = nn.Linear(2 * dim, dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        x = self.embed(tokens) + self.position
        x = x + self.mix(x.transpose(1, 2)).transpose(1, 2)
        x = x + self.down(torch.relu(self.up(x)))
        return self.head(x[:, -1])
