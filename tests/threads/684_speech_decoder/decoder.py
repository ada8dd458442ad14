import torch
import torch.nn as nn
import torch.nn.functional as F


class SpeechLayer(nn.Module):
    def __init__(self, dim, index):
        super().__init__()
        self.index = index
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.ffn = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, cache, position):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        keys, values, mask = cache.update(self.index, k, v, position)
        x = x + self.out(F.scaled_dot_product_attention(q, keys, values, attn_mask=mask))
        return x + self.ffn(x)


class SpeechDecoder(nn.Module):
    def __init__(self, books, codes, dim=32, layers=2, max_frames=64):
        super().__init__()
        self.embeds = nn.ModuleList(nn.Embedding(codes + 1, dim) for _ in range(books))
        self.positions = nn.Embedding(max_frames, dim)
        self.layers = nn.ModuleList(SpeechLayer(dim, i) for i in range(layers))
        self.heads = nn.ModuleList(nn.Linear(dim, codes) for _ in range(books))

    def forward(self, frame, voice, cache, position):
        x = sum(embed(frame[:, i]) for i, embed in enumerate(self.embeds))
        x = (x + voice).unsqueeze(1) + self.positions(position)
        for layer in self.layers:
            x = layer(x, cache, position)
        return torch.stack([head(x[:, 0]) for head in self.heads], dim=1)
