import torch

from sumtree import build_tree, cut_point, importance, leaf_edges


def choose(priorities, draw, beta):
    levels = build_tree(priorities)
    index = torch.searchsorted(leaf_edges(levels), cut_point(levels, draw))
    index = index.clamp(0, priorities.numel() - 1).view(1)
    return index, importance(levels, index, beta)


def refresh(priorities, index, error, alpha=0.6):
    fresh = (error.detach().abs() + 1e-3) ** alpha
    hot = torch.arange(priorities.numel()) == index
    return torch.where(hot, fresh, priorities)
