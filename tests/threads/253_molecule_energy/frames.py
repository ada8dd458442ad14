from dataclasses import dataclass

import torch


@dataclass
class MoleculeBatch:
    species: torch.Tensor
    positions: torch.Tensor
    owner: torch.Tensor
    senders: torch.Tensor
    receivers: torch.Tensor
    num_molecules: int


def nearest_edges(positions, owner, k):
    distance = torch.cdist(positions, positions)
    distance = distance.masked_fill(owner[:, None] != owner[None, :], float("inf"))
    distance.fill_diagonal_(float("inf"))
    senders = distance.topk(k, largest=False).indices.flatten()
    receivers = torch.arange(positions.shape[0]).repeat_interleave(k)
    return senders, receivers


class Trajectory:
    """Frames of a few molecules shaken around their start geometry."""

    def __init__(self, sizes=(5, 7, 4, 6), k=3, seed=0):
        self.k = k
        self.sizes = sizes
        self.gen = torch.Generator().manual_seed(seed)
        self.owner = torch.arange(len(sizes)).repeat_interleave(torch.tensor(sizes))
        atoms = sum(sizes)
        self.species = torch.randint(0, 4, (atoms,), generator=self.gen)
        self.start = 1.5 * torch.randn(atoms, 3, generator=self.gen)

    def frames(self, count, amplitude=0.1):
        for _ in range(count):
            noise = torch.randn(self.start.shape, generator=self.gen)
            positions = self.start + amplitude * noise
            edges = nearest_edges(positions, self.owner, self.k)
            yield MoleculeBatch(self.species, positions, self.owner, *edges, len(self.sizes))
