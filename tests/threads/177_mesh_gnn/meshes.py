from dataclasses import dataclass

import torch

from meshtools import gather_scatter


@dataclass
class Mesh:
    edges: torch.Tensor      # [2, E] source, target
    num_nodes: int
    name: str = "mesh"


def ring_mesh(nodes, chords, seed):
    g = torch.Generator().manual_seed(seed)
    a = torch.arange(nodes)
    ring = torch.stack([a, (a + 1) % nodes])
    extra = torch.randint(0, nodes, (2, chords), generator=g)
    one_way = torch.cat([ring, extra], dim=1)
    edges = torch.cat([one_way, one_way.flip(0)], dim=1)
    return Mesh(edges=edges, num_nodes=nodes, name=f"ring{nodes}")


def heat_step(mesh, t, rate=0.2):
    neighbour = gather_scatter(t, mesh.edges, mesh.num_nodes, reduce="mean")
    return t + rate * (neighbour - t)
