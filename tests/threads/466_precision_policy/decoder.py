import torch
import torch.nn as nn
import torch.nn.functional as F


class Projection(nn.Module):
    def __init__(self, d_in, d_out, low):
        super().__init__()
        self.low = low
        self.weight = nn.Parameter(torch.randn(d_out, d_in) / d_in ** 0.5)

    def forward(self, x, full):
        if full:
            return F.linear(x, self.weight)
        return F.linear(x.to(self.low), self.weight.to(self.low)).to(x.dtype)


class Block(nn.Module):
    def __init__(self, dim, low):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.norm2 = nn.LayerNorm(dim)
        self.q = Projection(dim, dim, low)
        self.k = Projection(dim, dim, low)
        self.v = Projection(dim, dim, low)
        self.up = Projection(dim, 2 * dim, low)
        self.down = Projection(2 * dim, dim, low)

    def forward(self, x, policy):
        h = self.norm1(x)
        q = self.q(h, policy("attn.q"))[:, None]
        k = self.k(h, policy("attn.k"))[:, None]
        v = self.v(h, policy("attn.v"))[:, None]
        x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)[:, 0]
        h = F.gelu(self.up(self.norm2(x), policy("mlp.up")))
        return x + self.down(h, policy("mlp.down"))


class Decoder(nn.Module):
    def __init__(self, vocab, dim, depth, low):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim, low) for _ in range(depth))
        self.head = Projection(dim, vocab, low)

    def forward(self, ids, policy):
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, policy)
        return self.head(x, policy("lm_head"))
