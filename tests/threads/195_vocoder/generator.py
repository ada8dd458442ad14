import torch
import torch.nn.functional as F
from torch import nn

from source import HarmonicSource


class ResBlock(nn.Module):
    def __init__(self, ch, dilations=(1, 3)):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv1d(ch, ch, 3, padding=d, dilation=d) for d in dilations)

    def forward(self, x):
        for c in self.convs:
            x = x + c(F.leaky_relu(x, 0.1))
        return x


class Vocoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.source = HarmonicSource(cfg)
        self.pre = nn.Conv1d(cfg.mels, cfg.channels, 5, padding=2)
        self.ups, self.downs, self.res = nn.ModuleList(), nn.ModuleList(), nn.ModuleList()
        rest = cfg.hop
        for u in cfg.upsample:
            rest //= u
            self.ups.append(nn.Conv1d(cfg.channels, cfg.channels, 3, padding=1))
            self.downs.append(nn.Conv1d(1, cfg.channels, rest, stride=rest))
            self.res.append(ResBlock(cfg.channels))
        self.post = nn.Conv1d(cfg.channels, 1, 7, padding=3)

    def forward(self, mel, f0):
        wave = self.source(f0)[:, None]
        x = self.pre(mel)
        for u, up, down, res in zip(self.cfg.upsample, self.ups, self.downs, self.res):
            x = up(F.interpolate(F.leaky_relu(x, 0.1), scale_factor=float(u)))
            x = res(x + down(wave))
        return torch.tanh(self.post(x)).squeeze(1)
