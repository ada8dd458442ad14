"""Neighbour search for small open systems."""
import torch


def distances(pos):
    return (pos.unsqueeze(1) - pos.unsqueeze(0)).square().sum(dim=-1).sqrt()


def neighbor_list(pos, cutoff):
    d = distances(pos)
    mask = (d < cutoff) & (d > 0)
    src, dst = torch.nonzero(mask, as_tuple=True)
    return torch.stack([src, dst])


def mean_degree(edge_index, atoms):
    return edge_index.shape[1] / atoms
