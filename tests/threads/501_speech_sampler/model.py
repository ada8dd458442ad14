import torch
from torch import nn


class TokenDecoder(nn.Module):
    """One-layer recurrent decoder over semantic tokens."""

    def __init__(self, vocab=48, width=32):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.cell = nn.GRUCell(width, width)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab)

    def forward(self, token, state):
        state = self.cell(self.embed(token), state)
        return self.head(self.norm(state)) * 4.0, state

    def initial_state(self, batch):
        return torch.zeros(batch, self.cell.hidden_size)
