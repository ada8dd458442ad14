import torch
from torch import nn

from ops import degree_norm, mean_pool


class RelLayer(nn.Module):
    def __init__(self, din, dout, relations):
        super().__init__()
        self.root = nn.Linear(din, dout)
        self.rel = nn.ModuleDict({r: nn.Linear(din, dout, bias=False) for r in relations})

    def forward(self, x, adj):
        out = self.root(x)
        for name, a in adj.items():
            out = out + degree_norm(a) @ self.rel[name](x)
        return out


class RGCN(nn.Module):
    def __init__(self, in_dim, hidden, n_classes, relations):
        super().__init__()
        self.layers = nn.ModuleList([RelLayer(in_dim, hidden, relations), RelLayer(hidden, hidden, relations)])
        self.head = nn.Linear(hidden, n_classes)

    def forward(self, x, adj):
        for layer in self.layers:
            x = torch.relu(layer(x, adj))
        stats = {"pool": mean_pool(x)}
        return self.head(stats["pool"])
