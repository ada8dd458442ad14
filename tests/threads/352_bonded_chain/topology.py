from dataclasses import dataclass

import torch


@dataclass
class Topology:
    n_atoms: int
    bonds: torch.Tensor
    incidence: torch.Tensor
    excluded: torch.Tensor
    masses: torch.Tensor


def chain_bonds(n_chains, length):
    pairs = []
    for c in range(n_chains):
        first = c * length
        pairs += [(first + i, first + i + 1) for i in range(length - 1)]
    return torch.tensor(pairs)


def incidence_matrix(bonds, n_atoms):
    """+1 at the head and -1 at the tail of every bond, one row a bond."""
    n = bonds.shape[0]
    rows = torch.arange(n).repeat(2)
    cols = torch.cat([bonds[:, 1], bonds[:, 0]])
    vals = torch.cat([torch.ones(n), -torch.ones(n)])
    return torch.sparse_coo_tensor(torch.stack([rows, cols]), vals, (n, n_atoms)).coalesce()


def exclusion_mask(bonds, n_atoms):
    mask = torch.eye(n_atoms, dtype=torch.bool)
    mask[bonds[:, 0], bonds[:, 1]] = True
    return mask | mask.T


def build_polymer(n_chains=3, length=6, mass=12.0):
    n_atoms = n_chains * length
    bonds = chain_bonds(n_chains, length)
    return Topology(
        n_atoms=n_atoms,
        bonds=bonds,
        incidence=incidence_matrix(bonds, n_atoms),
        excluded=exclusion_mask(bonds, n_atoms),
        masses=torch.full((n_atoms, 1), mass),
    )
