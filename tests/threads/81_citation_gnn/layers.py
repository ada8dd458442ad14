import torch
import torch.nn as nn

from scatter import row_softmax, scatter_sum


class SageConv(nn.Module):
    """Mean of the neighbours, weighted by how much they resemble the target."""

    def __init__(self, d_in, d_out):
        super().__init__()
        self.own = nn.Linear(d_in, d_out)
        self.neigh = nn.Linear(d_in, d_out, bias=False)

    def gate(self, x, src, dst):
        score = (x[src] * x[dst]).sum(-1) / x.shape[-1] ** 0.5
        return torch.sigmoid(score).unsqueeze(-1)

    def forward(self, x, edges):
        src, dst = edges
        messages = self.gate(x, src, dst) * self.neigh(x[src])
        total = scatter_sum(messages, dst)
        degree = scatter_sum(torch.ones_like(messages[:, :1]), dst)
        return self.own(x) + total / degree


class Sage(nn.Module):
    def __init__(self, dims):
        super().__init__()
        self.convs = nn.ModuleList(SageConv(a, b) for a, b in zip(dims, dims[1:]))
        self.prior = nn.Parameter(torch.zeros(dims[0]))

    def forward(self, x, edges):
        x = x * row_softmax(self.prior, x.shape[0]) * x.shape[-1]
        for conv in self.convs[:-1]:
            x = conv(x, edges).relu()
        return self.convs[-1](x, edges)
