import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, vocab=40, dim=24, max_len=32):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Embedding(max_len, dim)
        self.gru = nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, batch, state):
        x = self.tok(batch.ids) + self.pos(batch.positions)
        hidden = self.gru(x, state)
        info = {"slots": batch.slots}
        if batch.evicted is not None:
            info["evicted"] = batch.evicted
        return self.out(hidden).log_softmax(-1), hidden, info
