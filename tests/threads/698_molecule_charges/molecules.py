"""Ragged lists of molecules packed into flat arrays."""
from dataclasses import dataclass

import torch


@dataclass
class Packed:
    kinds: torch.Tensor
    xyz: torch.Tensor
    owner: torch.Tensor
    charge: torch.Tensor

    @property
    def size(self):
        return int(self.owner[-1]) + 1

    @property
    def atoms(self):
        return self.kinds.shape[0]


def make_molecule(atoms, generator):
    kinds = torch.randint(0, 4, (atoms,), generator=generator)
    return kinds, 1.5 * torch.randn(atoms, 3, generator=generator)


def pack(molecules):
    kinds = torch.cat([k for k, _ in molecules])
    xyz = torch.cat([x for _, x in molecules])
    owner = torch.cat([torch.full_like(k, i) for i, (k, _) in enumerate(molecules)])
    charge = torch.tensor([float(i % 3 - 1) for i in range(len(molecules))])
    return Packed(kinds, xyz, owner, charge)


def batches(sizes, seed):
    g = torch.Generator().manual_seed(seed)
    for group in sizes:
        yield pack([make_molecule(n, g) for n in group])
