"""Monomer library: per-atom features, padded to a common number of atoms."""
from dataclasses import dataclass

import torch

ELEMENTS = {"H": (1, 2.20, 0.31), "C": (6, 2.55, 0.76), "N": (7, 3.04, 0.71), "O": (8, 3.44, 0.66)}
FORMULAS = {
    "water": ["O", "H", "H"],
    "ammonia": ["N", "H", "H", "H"],
    "methanol": ["C", "O", "H", "H", "H", "H"],
}


@dataclass(frozen=True)
class LibraryConfig:
    max_atoms: int = 6
    radial: int = 5


class FragmentLibrary:
    def __init__(self, cfg=LibraryConfig()):
        self.cfg = cfg
        self._tables = {}

    @property
    def width(self):
        return self.cfg.radial + 2

    def _featurise(self, name):
        centres = torch.linspace(0.2, 0.9, self.cfg.radial)
        out = torch.zeros(self.cfg.max_atoms, self.width)
        for row, symbol in enumerate(FORMULAS[name]):
            z, chi, radius = ELEMENTS[symbol]
            rbf = torch.exp(-((radius - centres) ** 2) / 0.05)
            out[row] = torch.cat([torch.tensor([z / 8.0, chi / 3.5]), rbf])
        return out

    def features(self, name):
        if name not in self._tables:
            self._tables[name] = self._featurise(name)
        return self._tables[name]

    def mass_number(self, name):
        return sum(ELEMENTS[s][0] for s in FORMULAS[name])
