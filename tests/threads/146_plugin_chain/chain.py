from dataclasses import dataclass

import torch

from registry import lookup


@dataclass
class Context:
    rate: int
    depth: float = 0.0

    def fade_in(self, i, n):
        self.depth = 0.5 * (i + 1) / n


class Chain:
    """Four slots, each with one plugin."""

    SLOTS = ("level", "motion", "colour", "space")

    def __init__(self, **plugins):
        for slot in self.SLOTS:
            setattr(self, slot, plugins[slot])

    @classmethod
    def from_config(cls, cfg):
        chain = cls(**{slot: lookup(cfg[slot]) for slot in cls.SLOTS})
        if cfg.get("compile"):
            chain.process = torch.compile(chain.process, **cfg["compile"])
        return chain

    def process(self, x, ctx):
        x = self.motion(self.level(x, ctx), ctx)
        x = self.colour(x, ctx)
        x = self.space(x, ctx)
        return x.clamp(-1.0, 1.0)
