import torch
import torch.nn as nn
import torch.nn.functional as F


class PagedAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, cache, meta):
        b, c = x.shape
        q, k, v = self.qkv(x).view(b, 3, self.heads, -1).unbind(1)
        cache[0].index_copy_(0, meta.slots, k)
        cache[1].index_copy_(0, meta.slots, v)
        keys, values = cache[0][meta.table], cache[1][meta.table]
        scores = torch.einsum("bhd,bnhd->bhn", q, keys) * q.shape[-1] ** -0.5
        scores = scores.masked_fill(~meta.mask[:, None], float("-inf"))
        return self.out(torch.einsum("bhn,bnhd->bhd", scores.softmax(-1), values).reshape(b, c))


class DecoderLM(nn.Module):
    def __init__(self, vocab=64, dim=32, heads=4, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.attn = nn.ModuleList(PagedAttention(dim, heads) for _ in range(layers))
        self.mlp = nn.ModuleList(nn.Linear(dim, dim) for _ in range(layers))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, caches, meta):
        x = self.embed(tokens)
        for attn, mlp, cache in zip(self.attn, self.mlp, caches):
            x = x + attn(F.layer_norm(x, x.shape[-1:]), cache, meta)
            x = x + F.silu(mlp(x))
        return self.head(x)
