import torch
import torch.nn.functional as F
from torch import nn


class PromptEncoder(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.heads = settings.heads
        self.embed = nn.Embedding(settings.vocab, settings.width)
        self.qkv = nn.Linear(settings.width, 3 * settings.width)
        self.out = nn.Linear(settings.width, settings.width)
        self.norm = nn.LayerNorm(settings.width)

    def forward(self, tokens):
        hidden = self.embed(tokens)
        batch, length, width = hidden.shape
        q, k, v = self.qkv(self.norm(hidden)).chunk(3, dim=-1)
        split = lambda t: t.reshape(batch, length, self.heads, -1).transpose(1, 2)
        scores = split(q) @ split(k).transpose(-1, -2) / (width // self.heads) ** 0.5
        mixed = scores.softmax(-1) @ split(v)
        hidden = hidden + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return F.normalize(hidden.mean(1), dim=-1)
