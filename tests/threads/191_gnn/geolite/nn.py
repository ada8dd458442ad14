import torch


def degree(edges, n):
    return torch.zeros(n).index_add(0, edges[1], torch.ones(edges.shape[1]))


def propagate(x, edges):
    src, dst = edges
    return torch.zeros_like(x).index_add(0, dst, x[src])
