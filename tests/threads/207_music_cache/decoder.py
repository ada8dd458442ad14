import torch
from torch import nn

from cache import NoteCache


class Layer(nn.Module):
    def __init__(self, dim, batch, slots):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.cache = NoteCache(batch, slots, dim)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        k, v, filled = self.cache.update(k, v)
        score = torch.einsum("bd,bsd->bs", q, k) / q.shape[-1] ** 0.5
        score = score.masked_fill(~filled, float("-inf"))
        return x + self.out(torch.einsum("bs,bsd->bd", score.softmax(-1), v))


class MelodyDecoder(nn.Module):
    def __init__(self, notes=24, dim=16, layers=2, beams=3, slots=12):
        super().__init__()
        self.embed = nn.Embedding(notes, dim)
        self.layers = nn.ModuleList(Layer(dim, beams, slots) for _ in range(layers))
        self.head = nn.Linear(dim, notes)

    def caches(self):
        return [layer.cache for layer in self.layers]

    def step(self, notes):
        x = self.embed(notes)
        for layer in self.layers:
            x = layer(x)
        return self.head(x).log_softmax(-1)
