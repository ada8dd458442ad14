"""Keyword spotter that runs over a stream of audio chunks."""
from dataclasses import dataclass

import torch
from torch import nn

from features import FrontEnd, History


@dataclass
class SpotterConfig:
    n_bands: int = 10
    context: int = 16
    channels: int = 24
    n_words: int = 4
    smoothing: float = 0.6
    backend: str = "eager"


class SeparableConv(nn.Module):
    def __init__(self, c_in, c_out, kernel=3, stride=2):
        super().__init__()
        self.depth = nn.Conv1d(c_in, c_in, kernel, stride=stride, padding=kernel // 2, groups=c_in)
        self.point = nn.Conv1d(c_in, c_out, 1)

    def forward(self, x):
        return torch.relu(self.point(self.depth(x)))


class WordNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        c = cfg.channels
        self.body = nn.Sequential(SeparableConv(cfg.n_bands, c), SeparableConv(c, c), SeparableConv(c, c))
        self.head = nn.Linear(c, cfg.n_words)

    def forward(self, window):
        window = (window - window.mean(-1, keepdim=True)) / (window.std(-1, keepdim=True) + 1e-3)
        return self.head(self.body(window).mean(-1)).softmax(-1)


class StreamingSpotter:
    def __init__(self, net, cfg):
        self.cfg, self.front = cfg, FrontEnd(n_bands=cfg.n_bands)
        self.net = torch.compile(net.eval(), backend=cfg.backend)

    @torch.inference_mode()
    def run(self, samples, chunk):
        history = History(self.cfg.n_bands, self.front.n_frames(samples.shape[-1]), self.cfg.context)
        tail = samples.new_zeros(0)
        score = torch.full((1, self.cfg.n_words), 1.0 / self.cfg.n_words)
        for part in samples.split(chunk):
            tail = torch.cat([tail, part])
            if len(tail) < self.front.frame:
                continue
            feats = self.front(tail)
            tail = tail[feats.shape[-1] * self.front.hop :]
            history.append(feats)
            score = self.cfg.smoothing * score + (1 - self.cfg.smoothing) * self.net(history.latest())
        return score[0], history.mean_level()
