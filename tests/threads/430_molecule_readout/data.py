from dataclasses import dataclass

import torch


@dataclass
class MoleculeBatch:
    numbers: torch.Tensor
    coords: torch.Tensor
    mol_idx: torch.Tensor
    charge: torch.Tensor

    @property
    def num_mols(self):
        return self.charge.shape[0]


def make_batch(n_mols, atoms_per_mol, generator):
    kinds = torch.tensor([1, 6, 7, 8])
    total = n_mols * atoms_per_mol
    numbers = kinds[torch.randint(0, 4, (total,), generator=generator)]
    coords = 2.5 * torch.randn(total, 3, generator=generator)
    idx = torch.randint(0, n_mols, (total,), generator=generator).sort().values
    charge = torch.randint(-1, 2, (n_mols,), generator=generator).float()
    return MoleculeBatch(numbers, coords, idx, charge)
