import torch
from torch import nn

from config import Config


class ConvBlock(nn.Module):
    def __init__(self, channels, kernel):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, kernel, padding=kernel // 2, groups=channels)
        self.mix = nn.Linear(channels, channels)
        self.norm = nn.LayerNorm(channels)

    def forward(self, x):
        y = self.conv(x.transpose(1, 2)).transpose(1, 2)
        return self.norm(x + torch.relu(self.mix(y)))


class Spotter(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.proj = nn.Linear(cfg.frontend.n_mels, cfg.serve.hidden)
        self.blocks = nn.ModuleList(ConvBlock(cfg.serve.hidden, k) for k in (3, 5))
        self.head = nn.Linear(cfg.serve.hidden, cfg.serve.classes)

    def forward(self, mels):
        x = self.proj(mels)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(dim=1)).log_softmax(-1)
