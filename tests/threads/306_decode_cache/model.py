import torch
from torch import nn
from torch.nn import functional as F

from cache import CacheSpec, write


class Layer(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.mlp = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))

    def forward(self, x, position, pair):
        batch, _, dim = x.shape
        q, k, v = self.qkv(self.norm(x)).view(batch, 1, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        pair = write(pair, position, k, v)
        seen = torch.arange(pair[0].shape[2]) <= position
        attended = F.scaled_dot_product_attention(q, *pair, attn_mask=seen.view(1, 1, 1, -1))
        x = x + self.out(attended.transpose(1, 2).reshape(batch, 1, dim))
        return x + self.mlp(x), pair


class Decoder(nn.Module):
    def __init__(self, vocab=64, dim=32, heads=4, layers=2, max_len=24):
        super().__init__()
        self.spec = CacheSpec(layers, heads, dim // heads, max_len)
        self.tokens = nn.Embedding(vocab, dim)
        self.places = nn.Embedding(max_len, dim)
        self.layers = nn.ModuleList(Layer(dim, heads) for _ in range(layers))
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids, position, caches):
        x = self.tokens(ids) + self.places(position)
        present = ()
        for layer, pair in zip(self.layers, caches):
            x, pair = layer(x, position, pair)
            present += (pair,)
        return self.head(x[:, -1]), present
