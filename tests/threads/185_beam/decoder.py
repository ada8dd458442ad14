import torch
from torch import nn


class GruDecoder(nn.Module):
    def __init__(self, n_vocab, width):
        super().__init__()
        self.emb = nn.Embedding(n_vocab, width)
        self.ih = nn.Linear(width, 3 * width)
        self.hh = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, n_vocab)
        self.width = width
        nn.init.normal_(self.out.weight, std=0.6)

    def forward(self, tok, h):
        ri, zi, ni = self.ih(self.emb(tok)).chunk(3, -1)
        rh, zh, nh = self.hh(h).chunk(3, -1)
        r, z = torch.sigmoid(ri + rh), torch.sigmoid(zi + zh)
        n = torch.tanh(ni + r * nh)
        h = (1 - z) * n + z * h
        return self.out(h), h
