import torch.nn.functional as F
from torch import nn

from masks import build_mask


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, mask):
        b, t, w = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return x + self.out(y.transpose(1, 2).reshape(b, t, w))


class PackedLM(nn.Module):
    def __init__(self, vocab=40, width=32, heads=2, depth=1):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens, mask_mod):
        mask = build_mask(mask_mod, tokens.shape[1])
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x, mask)
        return self.head(x)
