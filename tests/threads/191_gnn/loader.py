from dataclasses import dataclass, field

import torch


@dataclass
class Batch:
    edges: torch.Tensor
    index: torch.Tensor          # graph of each node
    target: torch.Tensor
    num_graphs: int
    extra: dict = field(default_factory=dict)


def collate(graphs):
    edges, index, offset = [], [], 0
    for i, g in enumerate(graphs):
        edges.append(g.edges + offset)
        index.append(torch.full((g.n,), i))
        offset += g.n
    return Batch(torch.cat(edges, 1), torch.cat(index), torch.tensor([g.target for g in graphs]), len(graphs))


def batches(graphs, size):
    for i in range(0, len(graphs), size):
        yield collate(graphs[i:i + size])
