import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.qkv = nn.Linear(config.width, 3 * config.width)
        self.out = nn.Linear(config.width, config.width)

    def split(self, x):
        batch, length, _ = x.shape
        return x.view(batch, length, self.config.heads, self.config.head_dim).transpose(1, 2)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        q, k, v = self.split(q), self.split(k), self.split(v)
        weights = (q @ k.transpose(-1, -2) * self.config.softmax_scale).softmax(-1)
        return self.out((weights @ v).transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm = nn.LayerNorm(config.width)
        self.attention = Attention(config)

    def forward(self, x):
        return x + self.attention(self.norm(x))


class Stem(nn.Module):
    def __init__(self, config):
        super().__init__()
        share = config.width // len(config.motif_sizes)
        self.embed = nn.Embedding(len(config.alphabet), 16)
        self.convs = nn.ModuleList(nn.Conv1d(16, share, k, padding=k // 2) for k in config.motif_sizes)

    def forward(self, tokens):
        x = self.embed(tokens).transpose(1, 2)
        return torch.cat([conv(x) for conv in self.convs], 1).transpose(1, 2).relu()


class SiteClassifier(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.stem = Stem(config)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.depth))
        self.head = nn.Linear(config.width, config.classes)

    def forward(self, tokens):
        x = self.stem(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(1))
