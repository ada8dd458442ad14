from dataclasses import dataclass

import torch


@dataclass
class TrackConfig:
    slots: int = 6
    dim: int = 32
    amp_dtype: torch.dtype = torch.bfloat16


class TrackState:
    """Per-clip memory of the tracked objects."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.memory = None
        self.frames = []

    def reset(self, batch):
        self.memory = torch.zeros(batch, self.cfg.slots, self.cfg.dim)
        self.frames.clear()

    def update(self, memory, scores):
        self.memory = memory
        self.frames.append(scores.float())

    def summary(self):
        stacked = torch.stack(self.frames)
        return stacked.mean().item(), stacked.amax().item()


def make_clip(length, batch, tokens, dim, seed):
    gen = torch.Generator().manual_seed(seed)
    base = torch.randn(batch, tokens, dim, generator=gen)
    drift = torch.randn(length, batch, 1, dim, generator=gen) * 0.2
    return base[None] + drift.cumsum(0)
