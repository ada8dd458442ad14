import torch
import torch.nn.functional as F
from torch import nn


def degree(index, weight, size):
    return torch.zeros(size).index_add(0, index, weight)


def normalise(edge_index, weight, size):
    src, dst = edge_index
    inv = degree(dst, weight, size).clamp(min=1e-6).rsqrt()
    return inv[src] * weight * inv[dst]


class GraphConv(nn.Module):
    def __init__(self, fan_in, fan_out):
        super().__init__()
        self.lin = nn.Linear(fan_in, fan_out, bias=False)
        self.root = nn.Linear(fan_in, fan_out)

    def propagate(self, x, edge_index, norm):
        messages = x[edge_index[0]] * norm[:, None]
        return torch.zeros_like(x).index_add(0, edge_index[1], messages)

    def forward(self, x, edge_index, norm):
        return self.propagate(self.lin(x), edge_index, norm) + self.root(x)


class NodeClassifier(nn.Module):
    def __init__(self, fan_in=12, hidden=24, classes=2):
        super().__init__()
        self.conv1 = GraphConv(fan_in, hidden)
        self.conv2 = GraphConv(hidden, classes)

    def forward(self, x, edge_index, weight):
        norm = normalise(edge_index, weight, x.shape[0])
        h = F.relu(self.conv1(x, edge_index, norm))
        return self.conv2(h, edge_index, norm)
