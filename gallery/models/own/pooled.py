"""Graphs with torch_geometric's layers."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch_geometric.nn import (
    GCNConv,
    RGCNConv,
    TopKPooling,
    global_max_pool,
    global_mean_pool,
)


class Pooled(nn.Module):
    """Keeps the better half of the nodes, and reads out the graph."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = GCNConv(4, 8), GCNConv(8, 8)
        self.pool, self.head = TopKPooling(8, ratio=0.5), nn.Linear(16, 2)

    def forward(self, x: Tensor, edge_index: Tensor) -> Tensor:
        """Returns scores of the graph."""
        x = torch.relu(self.first(x, edge_index))
        x, edge_index, _, batch, _, _ = self.pool(x, edge_index)
        x = torch.relu(self.second(x, edge_index))
        read = (global_mean_pool(x, batch), global_max_pool(x, batch))
        return self.head(torch.cat(read, dim=-1))


class Relations(nn.Module):
    """Edges of several kinds, each with weights of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = RGCNConv(4, 8, 3), RGCNConv(8, 2, 3)

    def forward(self, x: Tensor, edge_index: Tensor, kind: Tensor) -> Tensor:
        """Returns two scores a node."""
        hidden = torch.relu(self.first(x, edge_index, kind))
        return self.second(hidden, edge_index, kind)
