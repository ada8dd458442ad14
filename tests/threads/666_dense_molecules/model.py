import torch
from torch import nn

from dense import to_dense


class GraphConv(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.own = nn.Linear(width, width)
        self.near = nn.Linear(width, width, bias=False)

    def forward(self, x, edges):
        near = torch.zeros_like(x).index_add(0, edges[1], x[edges[0]])
        return torch.relu(self.own(x) + self.near(near))


class RingModel(nn.Module):
    def __init__(self, width=24, graphs=6, limit=10):
        super().__init__()
        self.graphs, self.limit = graphs, limit
        self.lift = nn.Linear(8, width)
        self.conv = GraphConv(width)
        self.attn = nn.MultiheadAttention(width, 4, batch_first=True)
        self.out = nn.Linear(width, 1)

    def forward(self, x, edges, owner):
        h = self.conv(self.lift(x), edges)
        dense, mask = to_dense(h, owner, self.graphs, self.limit)
        mixed, _ = self.attn(dense, dense, dense, key_padding_mask=~mask, need_weights=False)
        pooled = (mixed * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
        return self.out(pooled).squeeze(-1)
