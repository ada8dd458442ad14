import torch
import torch.nn as nn


def scatter_mean(x, edges, nodes):
    source, target = edges
    total = x.new_zeros(nodes, x.shape[1]).index_add(0, target, x[source])
    count = x.new_zeros(nodes).index_add(0, target, x.new_ones(target.shape[0]))
    return total / count.clamp(min=1)[:, None]


class RelationConv(nn.Module):
    def __init__(self, cin, cout, relations):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(relations, cin, cout) / cin**0.5)
        self.root = nn.Linear(cin, cout)

    def forward(self, x, edges, edge_type):
        out = self.root(x)
        for r in range(self.weight.shape[0]):
            out = out + scatter_mean(x @ self.weight[r], edges[:, edge_type == r], out.shape[0])
        return out
