"""Causal stem separator that works on short hops of audio."""
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class SeparatorConfig:
    channels: int = 2
    hidden: int = 12
    kernel: int = 5
    stems: int = 3
    hop: int = 256


class CausalBlock(nn.Module):
    def __init__(self, cin, cout, kernel):
        super().__init__()
        self.context = kernel - 1
        self.conv = nn.Conv1d(cin, cout, kernel)
        self.gate = nn.Conv1d(cin, cout, kernel)

    def forward(self, x, tail):
        x = torch.cat([tail, x], dim=-1)
        y = torch.tanh(self.conv(x)) * torch.sigmoid(self.gate(x))
        return y, x[..., -self.context:].clone()


class StemSeparator(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        widths = [cfg.channels, cfg.hidden, cfg.hidden]
        self.blocks = nn.ModuleList(
            CausalBlock(a, b, cfg.kernel) for a, b in zip(widths[:-1], widths[1:])
        )
        self.mask = nn.Conv1d(cfg.hidden, cfg.channels * cfg.stems, 1)

    def initial_state(self):
        return [torch.zeros(1, b.conv.in_channels, b.context) for b in self.blocks]

    def forward(self, mix, state):
        h, tails = mix, []
        for block, tail in zip(self.blocks, state):
            h, tail = block(h, tail)
            tails.append(tail)
        masks = self.mask(h).unflatten(1, (self.cfg.stems, self.cfg.channels))
        return F.softmax(masks, dim=1) * mix.unsqueeze(1), tails
