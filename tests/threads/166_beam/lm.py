import torch
from torch import nn


class MelodyLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, tokens, mask):
        w = mask / mask.sum(-1, keepdim=True)
        h = (self.emb(tokens) * w[..., None]).sum(1)
        return self.out(torch.tanh(self.mix(h)) * 3)
