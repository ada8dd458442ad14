from dataclasses import dataclass

import torch


@dataclass
class GraphBatch:
    x: torch.Tensor
    edges: torch.Tensor
    owner: torch.Tensor
    target: torch.Tensor


def ring(size, generator):
    x = torch.randn(size, 8, generator=generator)
    here = torch.arange(size)
    there = (here + 1) % size
    edges = torch.stack([torch.cat([here, there]), torch.cat([there, here])])
    return x, edges, x[:, 0].mean() * size ** 0.5


def collate(sizes, generator):
    xs, edges, owner, target, offset = [], [], [], [], 0
    for index, size in enumerate(sizes):
        x, e, t = ring(size, generator)
        xs.append(x)
        edges.append(e + offset)
        owner.append(torch.full((size,), index))
        target.append(t)
        offset += size
    return GraphBatch(torch.cat(xs), torch.cat(edges, 1), torch.cat(owner), torch.stack(target))
