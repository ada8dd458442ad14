from dataclasses import dataclass

import torch


@dataclass
class MolBatch:
    numbers: torch.Tensor
    coord: torch.Tensor
    mol_idx: torch.Tensor
    charge: torch.Tensor


def random_molecule(n, generator):
    kinds = torch.tensor([1, 6, 7, 8])
    numbers = kinds[torch.randint(0, 4, (n,), generator=generator)]
    coord = torch.randn(n, 3, generator=generator) * n ** (1 / 3)
    return numbers, coord


def collate(molecules, charges):
    numbers = torch.cat([m[0] for m in molecules])
    coord = torch.cat([m[1] for m in molecules])
    sizes = torch.tensor([len(m[0]) for m in molecules])
    mol_idx = torch.repeat_interleave(torch.arange(len(molecules)), sizes)
    return MolBatch(numbers, coord, mol_idx, torch.tensor(charges))
