import torch


def sources(starts, edges):
    return torch.bucketize(torch.arange(edges), starts, right=True) - 1


def edge_softmax(scores, rows, nodes):
    top = torch.full((nodes,), -1e9).scatter_reduce(0, rows, scores, "amax")
    weights = (scores - top[rows]).exp()
    total = torch.zeros(nodes).index_add(0, rows, weights)
    return weights / total[rows]


def weighted_sum(weights, starts, targets, features):
    nodes = features.shape[0]
    matrix = torch.sparse_csr_tensor(starts, targets, weights, (nodes, nodes))
    return matrix @ features
