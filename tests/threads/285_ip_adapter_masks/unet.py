import torch.nn as nn

from attention import Attention, IPAdapterProcessor


class Block(nn.Module):
    def __init__(self, dim, heads, ip_adapter):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.norm2 = nn.LayerNorm(dim)
        self.attn1 = Attention(dim, heads)
        self.attn2 = Attention(dim, heads, IPAdapterProcessor() if ip_adapter else None)

    def forward(self, x, context, cross_attention_kwargs):
        x = x + self.attn1(self.norm1(x))
        return x + self.attn2(self.norm2(x), context, **cross_attention_kwargs)


class DenoiserNet(nn.Module):
    def __init__(self, dim=32, heads=4, depth=3, ip_adapter=False):
        super().__init__()
        self.time = nn.Linear(1, dim)
        self.blocks = nn.ModuleList(Block(dim, heads, ip_adapter) for _ in range(depth))
        self.out = nn.Linear(dim, dim)

    def forward(self, sample, t, context, cross_attention_kwargs=None):
        x = sample + self.time(t[:, None])[:, None]
        for block in self.blocks:
            x = block(x, context, cross_attention_kwargs or {})
        return self.out(x)
