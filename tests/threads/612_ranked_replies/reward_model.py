import torch
import torch.nn.functional as F
from torch import nn

from masks import causal_bias, has_padding, last_positions


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, hidden, bias):
        batch, length, width = hidden.shape
        parts = self.qkv(hidden).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(
            parts[0], parts[1], parts[2], attn_mask=bias, is_causal=bias is None
        )
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))


class RewardModel(nn.Module):
    def __init__(self, vocab, width, heads, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.attentions = nn.ModuleList(Attention(width, heads) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(depth))
        self.score = nn.Linear(width, 1)

    def prepare_bias(self, attention_mask, hidden):
        if attention_mask is not None and has_padding(attention_mask):
            return causal_bias(attention_mask, hidden.dtype)
        return None

    def forward(self, tokens, attention_mask):
        hidden = self.embed(tokens)
        bias = self.prepare_bias(attention_mask, hidden)
        for norm, attention in zip(self.norms, self.attentions):
            hidden = hidden + attention(norm(hidden), bias)
        rows = torch.arange(tokens.shape[0])
        return self.score(hidden[rows, last_positions(attention_mask)]).squeeze(-1)
