import torch
import torch.nn as nn


class LevelAttention(nn.Module):
    """Every query reads each level of the pyramid and mixes the answers."""

    def __init__(self, dim, levels):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.mix = nn.Linear(dim, levels)
        self.scale = dim ** -0.5

    def forward(self, queries, tokens, spatial_shapes):
        sizes = [h * w for h, w in spatial_shapes]
        keys = tokens.split(sizes, dim=1)
        values = self.value(tokens).split(sizes, dim=1)
        q = self.query(queries)
        reads = []
        for key, value in zip(keys, values):
            attn = (q @ key.transpose(1, 2) * self.scale).softmax(-1)
            reads.append(attn @ value)
        weight = self.mix(queries).softmax(-1)
        return (torch.stack(reads, dim=-1) * weight.unsqueeze(2)).sum(-1)


class DecoderLayer(nn.Module):
    def __init__(self, dim, levels):
        super().__init__()
        self.attention = LevelAttention(dim, levels)
        self.norm = nn.LayerNorm(dim)
        self.ffn = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, queries, tokens, spatial_shapes):
        queries = queries + self.attention(self.norm(queries), tokens, spatial_shapes)
        return queries + self.ffn(queries)
