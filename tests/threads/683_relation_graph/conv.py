import torch
import torch.nn as nn


def degree(index, weight, num_nodes):
    out = torch.zeros(num_nodes, dtype=weight.dtype)
    return out.scatter_add(0, index, weight).clamp(min=1)


class RelationConv(nn.Module):
    def __init__(self, cin, cout, max_relations, bases=2):
        super().__init__()
        self.bases = nn.Parameter(torch.randn(bases, cin, cout) * cin ** -0.5)
        self.comp = nn.Parameter(torch.randn(max_relations, bases))
        self.root = nn.Linear(cin, cout)

    def forward(self, x, edge_index, edge_type, num_relations):
        src, dst = edge_index[0], edge_index[1]
        out = self.root(x)
        weight = torch.einsum("rb,bio->rio", self.comp, self.bases)
        for relation in range(num_relations):
            keep = (edge_type == relation).to(x.dtype)
            message = (x @ weight[relation])[src] * keep.unsqueeze(1)
            total = torch.zeros_like(out).index_add(0, dst, message)
            out = out + total / degree(dst, keep, x.shape[0]).unsqueeze(1)
        return out
