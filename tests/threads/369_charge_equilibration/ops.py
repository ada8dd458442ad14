import torch


def pair_weights(coord, mol_idx, cutoff):
    d = (coord[:, None] - coord[None]).square().sum(-1).add(1e-9).sqrt()
    same = mol_idx[:, None] == mol_idx[None]
    eye = torch.eye(coord.shape[0], dtype=torch.bool)
    fc = 0.5 * (torch.cos(torch.pi * (d / cutoff).clamp(max=1.0)) + 1.0)
    return torch.where(same & ~eye, fc, torch.zeros_like(fc))


def mol_sum(x, mol_idx, n_mol):
    out = x.new_zeros((n_mol,) + x.shape[1:])
    return out.index_add(0, mol_idx, x)


def mol_size(mol_idx, n_mol):
    return torch.bincount(mol_idx, minlength=n_mol)


def equilibrate(q, hardness, mol_idx, total):
    n_mol = total.shape[0]
    excess = mol_sum(q, mol_idx, n_mol) - total
    share = mol_sum(hardness, mol_idx, n_mol)
    return q - hardness * (excess / share)[mol_idx]
