"""Reaction network tables for the three-species oscillator."""
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Network:
    names: tuple
    diffusion: tuple
    decay: tuple
    feed: tuple

    def column(self, key):
        return torch.tensor(getattr(self, key), dtype=torch.float32)


def oscillator():
    return Network(
        names=("u", "v", "w"),
        diffusion=(0.16, 0.08, 0.04),
        decay=(0.035, 0.099, 0.060),
        feed=(0.035, 0.000, 0.010),
    )


def describe(net):
    return ", ".join(f"{n}(D={d})" for n, d in zip(net.names, net.diffusion))
