import torch


def pair_list(count):
    return torch.triu_indices(count, count, offset=1)


def pair_geometry(positions, pairs):
    delta = positions[:, pairs[0]] - positions[:, pairs[1]]
    return delta.pow(2).sum(-1).add(1e-6).sqrt()


def prepare(positions):
    centred = positions - positions.mean(dim=1, keepdim=True)
    return centred.requires_grad_(True)
