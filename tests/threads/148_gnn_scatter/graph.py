from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Graph:
    x: torch.Tensor
    src: torch.Tensor
    dst: torch.Tensor

    @property
    def num_nodes(self):
        return self.x.shape[0]


def ring_graph(nodes, chords):
    i = torch.arange(nodes)
    a = torch.randint(nodes, (chords,))
    b = (a + nodes // 2) % nodes
    src = torch.cat([i, (i + 1) % nodes, a])
    dst = torch.cat([(i + 1) % nodes, i, b])
    return Graph(torch.randn(nodes, 8), src, dst)
