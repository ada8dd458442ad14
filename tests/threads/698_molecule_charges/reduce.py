import torch


def per_molecule(values, batch):
    out = values.new_zeros(batch.size)
    return out.index_add(0, batch.owner, values)


def neutralize(q, weight, batch):
    excess = per_molecule(q, batch) - batch.charge
    share = weight / per_molecule(weight, batch)[batch.owner]
    return q - share * excess[batch.owner]


def pair_mask(batch):
    same = batch.owner.unsqueeze(0) == batch.owner.unsqueeze(1)
    return same & ~torch.eye(batch.atoms, dtype=torch.bool)
