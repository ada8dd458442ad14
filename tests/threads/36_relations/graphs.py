import torch


def random_graph(nodes, edges, relations=3, dim=6, classes=4):
    x = torch.randn(nodes, dim)
    pairs = torch.randint(0, nodes, (2, edges))
    kinds = torch.randint(0, relations, (edges,))
    return x, pairs, kinds, torch.randint(0, classes, (nodes,))
