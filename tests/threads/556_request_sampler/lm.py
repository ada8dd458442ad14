import torch
from torch import nn


class TinyLM(nn.Module):
    def __init__(self, vocab=48, dim=32):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.head = nn.Linear(dim, vocab)

    def start(self, batch=1):
        return torch.zeros(batch, self.cell.hidden_size)

    def advance(self, token, state):
        state = self.cell(self.embed(token), state)
        return 4.0 * self.head(state), state
