from dataclasses import dataclass

import torch
from torch import nn

from activations import Swoosh


@dataclass
class DecoderConfig:
    n_mels: int = 16
    hidden: int = 32
    layers: int = 2
    kernel: int = 5


class ConvBlock(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.hidden)
        self.up = nn.Linear(cfg.hidden, 2 * cfg.hidden)
        self.conv = nn.Conv1d(2 * cfg.hidden, cfg.hidden, cfg.kernel, padding=cfg.kernel // 2)
        self.act_in = Swoosh("L")
        self.act_out = Swoosh("R")

    def forward(self, x, t_emb):
        h = self.act_in(self.up(self.norm(x) + t_emb))
        h = self.conv(h.transpose(1, 2)).transpose(1, 2)
        return x + self.act_out(h)


class FlowDecoder(nn.Module):
    """Predicts the velocity that carries noise to a mel spectrogram."""

    def __init__(self, cfg):
        super().__init__()
        self.inp = nn.Linear(2 * cfg.n_mels, cfg.hidden)
        self.time = nn.Linear(1, cfg.hidden)
        self.blocks = nn.ModuleList(ConvBlock(cfg) for _ in range(cfg.layers))
        self.out = nn.Linear(cfg.hidden, cfg.n_mels)

    def forward(self, xt, t, cond):
        t_emb = self.time(t[:, None, None])
        h = self.inp(torch.cat([xt, cond], dim=-1))
        for block in self.blocks:
            h = block(h, t_emb)
        return self.out(h)
