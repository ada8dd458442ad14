import torch
from torch import nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim, bias=False)

    def forward(self, x, pos, cache, mask):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        keys = cache[0].index_copy(2, pos, k)
        vals = cache[1].index_copy(2, pos, v)
        y = F.scaled_dot_product_attention(q, keys, vals, attn_mask=mask)
        return self.out(y.transpose(1, 2).reshape(b, t, d)), torch.stack([keys, vals])


class Decoder(nn.Module):
    def __init__(self, vocab, dim=32, heads=4, depth=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.attn = nn.ModuleList([Attention(dim, heads) for _ in range(depth)])
        self.norms = nn.ModuleList([nn.LayerNorm(dim) for _ in range(depth)])
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, pos, caches, mask):
        x = self.emb(tokens)
        new = []
        for norm, attn, cache in zip(self.norms, self.attn, caches):
            y, kv = attn(norm(x), pos, cache, mask)
            x = x + y
            new.append(kv)
        return self.head(x[:, -1]), new
