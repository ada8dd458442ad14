import torch
from torch import nn


class AttentiveDecoder(nn.Module):
    def __init__(self, vocab=30, dim=24):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(2 * dim, dim)
        self.query = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, token, state, memory):
        weights = torch.einsum("bd,bsd->bs", self.query(state), memory).softmax(dim=-1)
        context = torch.einsum("bs,bsd->bd", weights, memory)
        state = self.cell(torch.cat([self.embed(token), context], dim=-1), state)
        logp = self.out(state).log_softmax(dim=-1)
        best, token = logp.max(dim=-1)
        return best, token, state
