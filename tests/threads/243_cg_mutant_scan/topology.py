"""Coarse-grained chains, one bead per residue, and the interaction lists of a mutant."""
from dataclasses import dataclass, field

import torch

RESIDUES = "AGVLKDEFW"
BULKY = {"F", "W", "K"}


@dataclass
class NeighborList:
    order: int
    index: torch.Tensor
    cutoff: float = float("inf")


@dataclass
class ChainData:
    pos: torch.Tensor
    types: torch.Tensor
    neighbor_list: dict = field(default_factory=dict)


def sliding(n, order):
    return torch.stack([torch.arange(i, n - order + 1 + i) for i in range(order)])


def interaction_lists(sequence):
    n = len(sequence)
    lists = {"bonds": NeighborList(2, sliding(n, 2))}
    for i, res in enumerate(sequence):
        if res in BULKY and 1 < i < n - 2:
            key = f"dihedral_{res}"
            quad = torch.tensor([[i - 1], [i], [i + 1], [i + 2]])
            if key in lists:
                quad = torch.cat([lists[key].index, quad], dim=1)
            lists[key] = NeighborList(4, quad)
    return lists


def build_chain(sequence, generator, spread=0.15):
    n = len(sequence)
    t = torch.arange(n, dtype=torch.float32)
    helix = torch.stack([torch.cos(1.7 * t), torch.sin(1.7 * t), 0.45 * t], dim=1)
    pos = helix + spread * torch.randn(n, 3, generator=generator)
    types = torch.tensor([RESIDUES.index(r) for r in sequence])
    return ChainData(pos, types, interaction_lists(sequence))
