import math
from dataclasses import dataclass

import torch
from torch import nn

from regulator import DurationPredictor, LengthRegulator, frame_mask


@dataclass
class SynthConfig:
    pitches: int = 24
    dim: int = 24
    harmonics: int = 5
    max_frames: int = 48
    hop: int = 16
    rate: float = 4000.0


class Oscillator(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.amplitude = nn.Linear(cfg.dim, cfg.harmonics)
        self.register_buffer("order", torch.arange(1, cfg.harmonics + 1, dtype=torch.float32))

    def forward(self, frames, pitch):
        level = self.amplitude(frames).softmax(-1).repeat_interleave(self.cfg.hop, dim=1)
        hertz = 110.0 * torch.exp2(pitch / 12.0).repeat_interleave(self.cfg.hop, dim=1)
        phase = 2 * math.pi * (hertz / self.cfg.rate).cumsum(1)
        return (level * torch.sin(phase[..., None] * self.order)).sum(-1)


class NoteSynth(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.pitches, cfg.dim)
        self.durations = DurationPredictor(cfg.dim)
        self.regulate = LengthRegulator(cfg.max_frames)
        self.oscillator = Oscillator(cfg)

    def forward(self, melody):
        x = self.embed(melody)
        durations = self.durations(x)
        features = torch.cat([x, melody[..., None].to(x.dtype)], dim=-1)
        frames = self.regulate(features, durations)
        audio = self.oscillator(frames[..., :-1], frames[..., -1])
        voiced = frame_mask(durations, self.cfg.max_frames).repeat_interleave(self.cfg.hop, dim=1)
        return audio * voiced, durations
