"""Simulated sensor feed."""
from dataclasses import dataclass, field

import torch

KINDS = ("radar", "radar", "radar", "radar")


@dataclass
class Header:
    sensor: str
    label: str = ""
    flags: dict = field(default_factory=dict)


@dataclass
class Frame:
    header: Header
    z: torch.Tensor
    truth: torch.Tensor


class SensorStream:
    def __init__(self, n_targets, n_frames, seed):
        g = torch.Generator().manual_seed(seed)
        self.start = torch.randn(n_targets, 2, generator=g)
        self.vel = torch.randn(n_targets, 2, generator=g)
        self.noise = torch.randn(n_frames, n_targets, 2, generator=g)
        self.n_frames = n_frames

    def _header(self, k):
        kind = KINDS[k % len(KINDS)]
        return Header(sensor=f"{kind}/{k // 2:03d}", label=f"{kind} scan {k}")

    def __iter__(self):
        for k in range(self.n_frames):
            truth = self.start + self.vel * 0.1 * (k + 1)
            yield Frame(self._header(k), truth + 0.2 * self.noise[k], truth)
