import torch
from torch import nn

from scatter import scatter_mean, scatter_softmax, scatter_sum


class MeanConv(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.own, self.other = nn.Linear(dim, dim), nn.Linear(dim, dim, bias=False)

    def forward(self, x, g):
        agg = scatter_mean(x[g.src], g.dst, dim_size=g.num_nodes)
        return torch.relu(self.own(x) + self.other(agg))


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score, self.value = nn.Linear(2 * dim, 1), nn.Linear(dim, dim)

    def forward(self, x, g):
        s = self.score(torch.cat([x[g.src], x[g.dst]], dim=1))
        w = scatter_softmax(s, g.dst)
        return x + scatter_sum(w * self.value(x[g.src]), g.dst, dim_size=g.num_nodes)


class Pool(nn.Module):
    def __init__(self, dim, out):
        super().__init__()
        self.head = nn.Linear(dim, out)

    def forward(self, x):
        one = torch.zeros(x.shape[0], dtype=torch.long)
        return self.head(scatter_mean(x, one, dim_size=1)).squeeze(0)


class GNN(nn.Module):
    def __init__(self, dim, out):
        super().__init__()
        self.conv, self.attn, self.pool = MeanConv(dim), Attention(dim), Pool(dim, out)

    def forward(self, g):
        return self.pool(self.attn(self.conv(g.x, g), g))
