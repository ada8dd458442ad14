import torch


def mol_sum(x, mol_idx, num_mols):
    out = x.new_zeros((num_mols,) + x.shape[1:])
    return out.index_add(0, mol_idx, x)


def atom_counts(mol_idx, num_mols):
    return torch.bincount(mol_idx, minlength=num_mols)


def pair_mask(mol_idx):
    same = mol_idx.unsqueeze(0) == mol_idx.unsqueeze(1)
    eye = torch.eye(mol_idx.shape[0], dtype=torch.bool)
    return same & ~eye


def cosine_cutoff(d, rc):
    return 0.5 * (torch.cos(torch.pi * (d / rc).clamp(max=1.0)) + 1.0)
