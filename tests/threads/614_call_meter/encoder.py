import torch.nn.functional as F
from torch import nn


class EncoderBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, hidden):
        batch, length, width = hidden.shape
        parts = self.qkv(self.norm(hidden)).view(batch, length, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        mixed = F.scaled_dot_product_attention(query, key, value)
        return hidden + self.out(mixed.transpose(1, 2).reshape(batch, length, width))


class SentenceEncoder(nn.Module):
    def __init__(self, vocab, width, heads, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(EncoderBlock(width, heads) for _ in range(depth))

    def forward(self, tokens):
        hidden = self.embed(tokens)
        for block in self.blocks:
            hidden = block(hidden)
        pooled = hidden.mean(dim=1)
        return pooled / pooled.norm(dim=-1, keepdim=True)
