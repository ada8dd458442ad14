from dataclasses import dataclass

import torch


@dataclass
class GraphData:
    x: torch.Tensor
    edge_index: torch.Tensor
    y: torch.Tensor
    train_mask: torch.Tensor

    @property
    def num_nodes(self):
        return self.x.shape[0]


def degree(index, num_nodes):
    return torch.zeros(num_nodes).index_add(0, index, torch.ones(index.shape[0]))


def community_graph(num_nodes=60, num_feats=12, num_classes=3, num_edges=400, seed=0):
    gen = torch.Generator().manual_seed(seed)
    y = torch.randint(num_classes, (num_nodes,), generator=gen)
    src = torch.randint(num_nodes, (num_edges,), generator=gen)
    dst = torch.randint(num_nodes, (num_edges,), generator=gen)
    keep = (y[src] == y[dst]) | (torch.rand(num_edges, generator=gen) < 0.2)
    edge_index = torch.stack((src[keep], dst[keep]))
    centres = torch.randn(num_classes, num_feats, generator=gen)
    x = centres[y] + 1.5 * torch.randn(num_nodes, num_feats, generator=gen)
    x = torch.cat((x, degree(edge_index[1], num_nodes)[:, None].log1p()), -1)
    return GraphData(x, edge_index, y, torch.rand(num_nodes, generator=gen) < 0.5)
