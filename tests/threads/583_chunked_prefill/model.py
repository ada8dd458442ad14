import torch
from torch import nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, layer, positions, mask):
        b, t, c = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        keys, values = layer.update(k, v, positions)
        y = F.scaled_dot_product_attention(q, keys, values, attn_mask=mask)
        return x + self.out(y.transpose(1, 2).reshape(b, t, c))


class Decoder(nn.Module):
    def __init__(self, vocab=80, width=32, heads=4, depth=2, max_len=64):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.pos = nn.Embedding(max_len, width)
        self.layers = nn.ModuleList(Attention(width, heads) for _ in range(depth))

    def forward(self, ids, cache, count):
        past = cache.get_seq_length()
        positions = torch.arange(ids.shape[1]) + past
        x = self.embed(ids) + self.pos(positions)
        mask = torch.arange(cache.max_len) <= positions[:, None]
        for block, layer in zip(self.layers, cache.layers):
            x = block(x, layer, positions, mask)
        cache.advance(count)
        return F.linear(x[:, count - 1], self.embed.weight)
