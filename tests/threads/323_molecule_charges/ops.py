import torch


def split_by_mol(x, mol_idx, num_mols):
    sizes = torch.bincount(mol_idx, minlength=num_mols)
    return torch.split(x, sizes.tolist())


def mol_sum(x, mol_idx, num_mols):
    return torch.stack([part.sum(0) for part in split_by_mol(x, mol_idx, num_mols)])


def cosine_cutoff(d, rc):
    return 0.5 * (torch.cos(torch.pi * d.clamp(max=rc) / rc) + 1.0)


def pair_geometry(coord, mol_idx, rc):
    diff = coord[:, None] - coord[None]
    same = (mol_idx[:, None] == mol_idx[None]) & ~torch.eye(len(coord), dtype=torch.bool)
    d = (diff.square().sum(-1) + (~same).to(coord.dtype)).sqrt()
    return d, cosine_cutoff(d, rc) * same


def neutralize(q, mol_idx, charge):
    num_mols = charge.shape[0]
    excess = charge - mol_sum(q, mol_idx, num_mols)
    share = excess / mol_sum(torch.ones_like(q), mol_idx, num_mols)
    return q + share[mol_idx]
