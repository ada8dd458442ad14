from dataclasses import dataclass

import torch
from torch import nn

from windows import WindowBank


@dataclass
class SeparatorConfig:
    sources: tuple = ("drums", "bass", "other", "vocals")
    audio_channels: int = 2
    hidden: int = 16
    kernel: int = 8
    stride: int = 4
    edge: float = 0.1


class Separator(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        out = cfg.audio_channels * len(cfg.sources)
        self.encoder = nn.Conv1d(cfg.audio_channels, cfg.hidden, cfg.kernel, cfg.stride)
        self.body = nn.Conv1d(cfg.hidden, 2 * cfg.hidden, 3, padding=1)
        self.decoder = nn.ConvTranspose1d(cfg.hidden, out, cfg.kernel, cfg.stride)
        self.windows = WindowBank(cfg.edge)

    def forward(self, mix):
        n = mix.shape[-1]
        x = nn.functional.pad(mix, (0, 2 * self.cfg.kernel))
        x = torch.relu(self.encoder(x))
        x = nn.functional.glu(self.body(x), 1)
        y = self.decoder(x)[..., :n] * self.windows.get(n)
        return y.view(mix.shape[0], len(self.cfg.sources), self.cfg.audio_channels, n)
