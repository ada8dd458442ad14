from dataclasses import dataclass

import torch


@dataclass
class Graph:
    x: torch.Tensor
    edges: torch.Tensor
    y: torch.Tensor
    train: torch.Tensor


def community_graph(nodes, classes, dim, degree):
    y = torch.arange(nodes) % classes
    centers = torch.randn(classes, dim)
    x = centers[y] + 1.5 * torch.randn(nodes, dim)
    same = (y[:, None] == y[None]).float()
    weight = same * 0.8 + 0.05
    weight.fill_diagonal_(0)
    src = torch.multinomial(weight, degree).flatten()
    dst = torch.arange(nodes).repeat_interleave(degree)
    loops = torch.arange(nodes)
    edges = torch.stack([torch.cat([src, loops]), torch.cat([dst, loops])])
    train = torch.zeros(nodes, dtype=torch.bool)
    train[: nodes // 3] = True
    return Graph(x, edges, y, train)
