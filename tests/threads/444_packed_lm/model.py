import torch
import torch.nn as nn
import torch.nn.functional as F


class Rotary(nn.Module):
    def __init__(self, dim, base=10000.0):
        super().__init__()
        self.register_buffer("inv_freq", base ** (-torch.arange(0, dim, 2) / dim), persistent=False)

    def table(self, length):
        angles = torch.outer(torch.arange(length, dtype=torch.float32), self.inv_freq)
        return angles.cos(), angles.sin()

    def forward(self, x, position, length):
        cos, sin = (t[position][:, None] for t in self.table(length))
        a, b = x.chunk(2, -1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


class PackedAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.rotary = Rotary(dim // heads)

    def forward(self, x, segment, position, max_seqlen):
        q, k, v = self.qkv(x).view(len(x), 3, self.heads, -1).unbind(1)
        q, k = (self.rotary(t, position, max_seqlen).transpose(0, 1) for t in (q, k))
        mask = (segment[:, None] == segment).tril()
        y = F.scaled_dot_product_attention(q, k, v.transpose(0, 1), attn_mask=mask)
        return self.out(y.transpose(0, 1).flatten(1))


class PackedLM(nn.Module):
    def __init__(self, vocab=50, dim=32, heads=4, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(layers))
        self.layers = nn.ModuleList(PackedAttention(dim, heads) for _ in range(layers))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, cu_seqlens, max_seqlen):
        index = torch.arange(tokens.shape[0])
        segment = torch.bucketize(index, cu_seqlens[1:], right=True)
        position = (index - cu_seqlens[segment]).clamp(max=max_seqlen - 1)
        x = self.embed(tokens)
        for norm, layer in zip(self.norms, self.layers):
            x = x + layer(norm(x), segment, position, max_seqlen)
        logits, inside = self.head(x[:-1]), segment[1:] == segment[:-1]
        target = tokens[1:].masked_fill(~inside | (tokens[1:] == 0), -100)
        return F.cross_entropy(logits, target, ignore_index=-100)
