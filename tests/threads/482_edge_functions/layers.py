import torch
from torch import nn
from torch.nn import functional as F


class EdgeGATLayer(nn.Module):
    def __init__(self, dim, edge_dim):
        super().__init__()
        self.node = nn.Linear(dim, dim)
        self.edge = nn.Linear(edge_dim, dim)
        self.score = nn.Linear(3 * dim, 1)

    def attention(self, edges):
        joint = torch.cat([edges.src("z"), edges.dst("z"), self.edge(edges.data("w"))], dim=-1)
        return {"e": F.leaky_relu(self.score(joint), 0.2)}

    def forward(self, graph, x):
        g = graph.local()
        g.ndata["z"] = self.node(x)
        g.apply_edges(self.attention)
        g.max_to_dst("e", "top")
        g.edata["a"] = (g.edata["e"] - g.ndata["top"][g.dst]).exp()
        g.sum_to_dst("a", "norm")
        g.edata["m"] = g.edata["a"] * g.ndata["z"][g.src]
        g.sum_to_dst("m", "h")
        return F.elu(g.ndata["h"] / g.ndata["norm"].clamp_min(1e-6))


class EdgeGAT(nn.Module):
    def __init__(self, in_dim, dim, edge_dim, classes, depth=2):
        super().__init__()
        self.embed = nn.Linear(in_dim, dim)
        self.layers = nn.ModuleList(EdgeGATLayer(dim, edge_dim) for _ in range(depth))
        self.head = nn.Linear(dim, classes)

    def forward(self, graph, x):
        x = self.embed(x)
        for layer in self.layers:
            x = x + layer(graph, x)
        return self.head(x)
