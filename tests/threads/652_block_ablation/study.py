from dataclasses import dataclass

import torch


@dataclass
class Effect:
    index: int
    kind: str
    shift: float
    flips: int


def order_flips(a, b):
    return int((a.argsort() != b.argsort()).sum())


@torch.no_grad()
def ablate(tower, rank, batch):
    full = rank(batch)
    effects = []
    for index, block in enumerate(tower.blocks):
        with block.without_adapter():
            cut = rank(batch)
        shift = (full - cut).abs().mean().item()
        effects.append(Effect(index, type(block).__name__, shift, order_flips(full, cut)))
    return full, effects


def strongest(effects):
    return max(effects, key=lambda e: e.shift)
