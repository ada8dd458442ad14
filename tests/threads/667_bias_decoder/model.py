import torch
from torch import nn

from processors import process


class CaptionModel(nn.Module):
    def __init__(self, vocab=40, width=32):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.cell = nn.GRUCell(width, width)
        self.out = nn.Linear(width, vocab)

    def begin(self, features):
        return torch.tanh(features)

    def forward(self, tokens, state, history, settings, greedy=True):
        state = self.cell(self.embed(tokens), state)
        scores = process(self.out(state) * 4, history, settings, greedy)
        best, tokens = scores.max(-1)
        return tokens, best, state
