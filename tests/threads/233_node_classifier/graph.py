from dataclasses import dataclass

import torch


@dataclass
class Graph:
    x: torch.Tensor
    edge_index: torch.Tensor
    weight: torch.Tensor
    y: torch.Tensor


def random_graph(nodes: int, edges: int, features: int, classes: int, seed: int) -> Graph:
    gen = torch.Generator().manual_seed(seed)
    y = torch.arange(nodes) % classes
    x = torch.randn(nodes, features, generator=gen)
    x[torch.arange(nodes), y] += 1.0
    loops = torch.arange(nodes).expand(2, nodes)
    index = torch.cat([torch.randint(0, nodes, (2, edges), generator=gen), loops], dim=1)
    return Graph(x, index, gcn_weight(index, nodes), y)


def gcn_weight(index: torch.Tensor, nodes: int) -> torch.Tensor:
    deg = torch.zeros(nodes).index_add_(0, index[1], torch.ones(index.shape[1]))
    return (deg[index[0]] * deg[index[1]]).rsqrt()
