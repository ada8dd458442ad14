from torch import nn
from torch.nn import functional as F

from rotary import Rotary


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.rotary = Rotary(width // heads)

    def forward(self, x):
        b, t, w = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        q, k = self.rotary(q, k)
        y = F.scaled_dot_product_attention(q, k, v)
        return self.proj(y.transpose(1, 2).reshape(b, t, w))


class Tagger(nn.Module):
    def __init__(self, vocab=40, width=32, heads=4, tags=5):
        super().__init__()
        self.emb = nn.Embedding(vocab, width)
        self.norm = nn.LayerNorm(width)
        self.attn = Attention(width, heads)
        self.head = nn.Linear(width, tags)

    def forward(self, ids):
        x = self.emb(ids)
        x = x + self.attn(self.norm(x))
        return self.head(x)
