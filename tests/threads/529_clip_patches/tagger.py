import torch
from torch import nn

from frames import motion_energy, to_patches


class TokenMixer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)

    def forward(self, x):
        h = self.norm(x)
        weights = torch.softmax(self.key(h), dim=1)
        summary = (weights * self.value(h)).sum(dim=1, keepdim=True)
        return x + torch.tanh(summary + h)


class ClipTagger(nn.Module):
    def __init__(self, patch=4, width=32, tags=6, depth=2):
        super().__init__()
        self.patch = patch
        self.embed = nn.Linear(patch * patch, width)
        self.mixers = nn.ModuleList(TokenMixer(width) for _ in range(depth))
        self.head = nn.Linear(width + 1, tags)

    def forward(self, clip):
        x = self.embed(to_patches(clip, self.patch))
        for mixer in self.mixers:
            x = mixer(x)
        pooled = torch.cat([x.mean(dim=1), motion_energy(clip)[:, None]], dim=-1)
        return self.head(pooled)
