import torch
import torch.nn.functional as F
from torch import nn

from experts import TwoExperts
from routing import plan_tokens


class Block(nn.Module):
    def __init__(self, width, heads=4):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.experts = TwoExperts(width)

    def attend(self, x):
        b, t, w = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(b, t, w))

    def forward(self, x, plan):
        x = x + self.attend(self.norm1(x))
        return x + self.experts(self.norm2(x), plan)


class MixedDecoder(nn.Module):
    def __init__(self, vocab=64, width=32, depth=2, context=32):
        super().__init__()
        self.tokens = nn.Embedding(vocab, width)
        self.places = nn.Embedding(context, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.head = nn.Linear(width, vocab, bias=False)

    def forward(self, ids):
        plan = plan_tokens(ids)
        x = self.tokens(ids) + self.places(plan.positions)
        for block in self.blocks:
            x = block(x, plan)
        return self.head(x)
