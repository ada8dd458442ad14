import torch
import torch.nn.functional as F
from torch import nn

from kv_cache import KVCache


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.scale


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.head_dim = heads, dim // heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim, bias=False)
        self.kv_cache = None

    def forward(self, x, mask):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, self.head_dim).unbind(2)
        q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
        if self.kv_cache is not None:
            k, v = self.kv_cache.update(k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(y.transpose(1, 2).reshape(b, t, -1))


class Layer(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.sa_norm, self.attn = RMSNorm(dim), Attention(dim, heads)
        self.mlp_norm = RMSNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))

    def forward(self, x, mask):
        x = x + self.attn(self.sa_norm(x), mask)
        return x + self.mlp(self.mlp_norm(x))


class TransformerDecoder(nn.Module):
    def __init__(self, vocab, dim=32, heads=4, layers=2, max_seq_len=48):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, dim), nn.Embedding(max_seq_len, dim)
        self.layers = nn.ModuleList(Layer(dim, heads) for _ in range(layers))
        self.norm, self.output = RMSNorm(dim), nn.Linear(dim, vocab, bias=False)
        self.max_seq_len = max_seq_len

    def setup_caches(self, batch_size):
        for layer in self.layers:
            a = layer.attn
            a.kv_cache = KVCache(batch_size, self.max_seq_len, a.heads, a.head_dim)

    def reset_caches(self):
        for layer in self.layers:
            layer.attn.kv_cache.reset()

    def forward(self, tokens, input_pos, mask):
        h = self.tok(tokens) + self.pos(input_pos)
        for layer in self.layers:
            h = layer(h, mask)
        return self.output(self.norm(h))
