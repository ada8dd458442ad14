import torch
import torch.nn as nn
import torch.nn.functional as F


class WindowAttention(nn.Module):
    def __init__(self, dim, heads, window):
        super().__init__()
        self.heads = heads
        self.window = window
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.proj = nn.Linear(dim, dim, bias=False)

    def band(self, length):
        index = torch.arange(length)
        distance = index[:, None] - index[None, :]
        return (distance >= 0) & (distance < self.window)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=self.band(n))
        return self.proj(y.transpose(1, 2).reshape(b, n, d))


class TinyGPT(nn.Module):
    def __init__(self, vocab, dim=32, heads=2, window=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.norm = nn.LayerNorm(dim)
        self.attn = WindowAttention(dim, heads, window)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.ReLU(), nn.Linear(2 * dim, dim))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, targets):
        x = self.embed(tokens)
        x = x + self.attn(self.norm(x))
        x = x + self.mlp(x)
        return F.cross_entropy(self.head(x).flatten(0, 1), targets.flatten())
