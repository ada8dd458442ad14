import torch
import torch.nn.functional as F
from torch import nn


class TextEncoder(nn.Module):
    def __init__(self, dim, pad):
        super().__init__()
        self.pad = pad
        self.embed = nn.Embedding(256, dim)
        self.conv = nn.Conv1d(dim, dim, 5, padding=2)
        self.norm = nn.LayerNorm(dim)

    def forward(self, ids):
        mask = (ids != self.pad).unsqueeze(-1)
        h = self.embed(ids) * mask
        h = h + F.gelu(self.conv(h.transpose(1, 2))).transpose(1, 2)
        return self.norm(h), mask.squeeze(-1)


class CodecDecoder(nn.Module):
    def __init__(self, dim, codes, channels):
        super().__init__()
        self.embed = nn.ModuleList(nn.Embedding(codes, dim) for _ in range(channels))
        self.query = nn.Linear(dim, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.heads = nn.Linear(dim, codes * channels)
        self.channels = channels

    def forward(self, frame, state, memory, mask):
        x = sum(e(frame[:, i]) for i, e in enumerate(self.embed))
        score = (memory @ self.query(state).unsqueeze(-1)).squeeze(-1)
        attn = score.masked_fill(~mask, float("-inf")).softmax(-1)
        state = self.cell(x + (attn.unsqueeze(-1) * memory).sum(1), state)
        return self.heads(state).unflatten(-1, (self.channels, -1)), state
