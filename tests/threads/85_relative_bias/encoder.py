import torch
import torch.nn as nn
import torch.nn.functional as F

from bias import RelativeBias


class Layer(nn.Module):
    def __init__(self, dim, heads, bias):
        super().__init__()
        self.heads = heads
        self.bias = bias
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.mlp = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def attend(self, x, mask):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        scores = self.bias(x.shape[1]).masked_fill(~mask[:, None, None], -1e4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=scores)
        return self.out(y.transpose(1, 2).flatten(2))

    def forward(self, x, mask):
        x = x + self.attend(self.norm(x), mask)
        return x + self.mlp(x)


class Encoder(nn.Module):
    def __init__(self, vocab, dim, heads, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        shared = RelativeBias(heads)
        self.layers = nn.ModuleList(Layer(dim, heads, shared) for _ in range(depth))

    def forward(self, ids, mask):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x, mask)
        pooled = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return F.normalize(pooled, dim=-1)
