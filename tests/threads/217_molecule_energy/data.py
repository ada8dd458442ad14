from dataclasses import dataclass

import torch


@dataclass
class MoleculeBatch:
    numbers: torch.Tensor
    coords: torch.Tensor
    mol_idx: torch.Tensor
    charge: torch.Tensor

    @property
    def num_molecules(self):
        return self.charge.shape[0]


class MoleculeLoader:
    """Packs molecules of varying size into batches with a fixed atom budget."""

    def __init__(self, budget=48, molecules=6, seed=0):
        self.budget = budget
        self.molecules = molecules
        self.gen = torch.Generator().manual_seed(seed)

    def sizes(self):
        cuts = torch.randperm(self.budget - 1, generator=self.gen)[: self.molecules - 1] + 1
        edges = torch.cat([torch.tensor([0]), cuts.sort().values, torch.tensor([self.budget])])
        return edges.diff()

    def batch(self):
        mol_idx = torch.repeat_interleave(torch.arange(self.molecules), self.sizes())
        species = torch.tensor([1, 6, 7, 8])
        picks = torch.randint(0, 4, (self.budget,), generator=self.gen)
        coords = torch.randn(self.budget, 3, generator=self.gen) * 1.5
        charge = torch.randint(-1, 2, (self.molecules,), generator=self.gen).float()
        return MoleculeBatch(species[picks], coords, mol_idx, charge)
