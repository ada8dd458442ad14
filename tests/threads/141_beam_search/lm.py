import torch
from torch import nn


class TinyLM(nn.Module):
    """Continues from the last two tokens."""

    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(2 * dim, dim)
        self.out = nn.Linear(dim, vocab)
        self.vocab = vocab

    def forward(self, pair):
        h = torch.tanh(self.mix(self.emb(pair).flatten(-2)))
        return self.out(h).log_softmax(-1)
