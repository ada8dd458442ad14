from dataclasses import dataclass

import torch


@dataclass
class Batch:
    numbers: torch.Tensor
    coord: torch.Tensor
    mol_idx: torch.Tensor
    total_charge: torch.Tensor


def random_molecules(n, atoms, seed):
    g = torch.Generator().manual_seed(seed)
    mols = []
    for _ in range(n):
        numbers = torch.randint(1, 10, (atoms,), generator=g)
        coord = 1.5 * torch.randn(atoms, 3, generator=g)
        charge = torch.randint(-1, 2, (1,), generator=g).float()
        mols.append((numbers, coord, charge))
    return mols


def collate(mols):
    idx = [torch.full((len(m[0]),), i) for i, m in enumerate(mols)]
    return Batch(
        numbers=torch.cat([m[0] for m in mols]),
        coord=torch.cat([m[1] for m in mols]),
        mol_idx=torch.cat(idx),
        total_charge=torch.cat([m[2] for m in mols]),
    )
