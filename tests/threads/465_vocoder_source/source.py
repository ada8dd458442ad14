"""Harmonic excitation built from a frame level pitch track."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class SineSource(nn.Module):
    def __init__(self, sample_rate, scale, harmonics, amp, threshold):
        super().__init__()
        self.sample_rate = sample_rate
        self.scale = scale
        self.amp = amp
        self.threshold = threshold
        self.register_buffer("orders", torch.arange(1, harmonics + 2).float())

    def phase(self, f0):
        rad = (f0 * self.orders / self.sample_rate) % 1.0
        rad = F.interpolate(rad.transpose(2, 1), scale_factor=1 / self.scale, mode="linear")
        phase = torch.cumsum(rad, dim=-1) * (2 * math.pi)
        phase = F.interpolate(phase * self.scale, scale_factor=self.scale, mode="linear")
        return phase.transpose(2, 1)

    def forward(self, f0):
        voiced = (f0 > self.threshold).float()
        sines = torch.sin(self.phase(f0)) * self.amp
        return sines * voiced, voiced


class HarmonicMixer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.source = SineSource(cfg.sample_rate, cfg.hop_length, cfg.harmonics,
                                 cfg.sine_amp, cfg.voiced_threshold)
        self.linear = nn.Linear(cfg.harmonics + 1, 1)

    def forward(self, f0):
        sines, voiced = self.source(f0)
        return torch.tanh(self.linear(sines)), voiced
