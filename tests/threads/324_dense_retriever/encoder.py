import torch
import torch.nn.functional as F
from torch import nn


class HashTokenizer:
    def __init__(self, vocab=512, max_len=16):
        self.vocab = vocab
        self.max_len = max_len

    def _token(self, word):
        value = 7
        for ch in word.lower():
            value = (value * 31 + ord(ch)) % (self.vocab - 1)
        return value + 1

    def __call__(self, texts):
        rows = [[self._token(w) for w in t.split()][: self.max_len] for t in texts]
        return torch.tensor([r + [0] * (self.max_len - len(r)) for r in rows])


class BiEncoder(nn.Module):
    def __init__(self, vocab=512, dim=32):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.proj = nn.Sequential(nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, dim))

    def forward(self, ids):
        mask = (ids > 0).float().unsqueeze(-1)
        pooled = (self.embed(ids) * mask).sum(1) / mask.sum(1).clamp(min=1.0)
        return F.normalize(self.proj(pooled), dim=-1)
