import torch
import torch.nn.functional as F
from torch import nn

from rotary import RotaryEmbedding


class EncoderLayer(nn.Module):
    def __init__(self, dim, heads, rotary):
        super().__init__()
        self.heads, self.rotary = heads, rotary
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = self.rotary(q, k)
        x = x + self.out(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.norm2(x))


class TextEncoder(nn.Module):
    def __init__(self, vocab=80, dim=32, heads=4, layers=2, seqlen=12):
        super().__init__()
        rotary = RotaryEmbedding(dim // heads, seqlen)
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(EncoderLayer(dim, heads, rotary) for _ in range(layers))

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x)
        return F.normalize(x.mean(1), dim=-1)


def info_nce(queries, documents, temperature=0.1):
    scores = queries @ documents.t() / temperature
    return F.cross_entropy(scores, torch.arange(len(scores)))
