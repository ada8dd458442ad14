import torch
from torch import nn

from ops import expand_indptr, segment_mean


class SageConv(nn.Module):
    def __init__(self, in_dim, out_dim):
        super().__init__()
        self.neigh = nn.Linear(in_dim, out_dim)
        self.root = nn.Linear(in_dim, out_dim, bias=False)

    def forward(self, x, indptr, indices, seeds):
        dst = expand_indptr(indptr, seeds, indices.size(0))
        agg = segment_mean(x[indices], dst, seeds.size(0))
        return self.neigh(agg) + self.root(x[seeds])


class Classifier(nn.Module):
    def __init__(self, dim, hidden, classes):
        super().__init__()
        self.conv = SageConv(dim, hidden)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x, indptr, indices, seeds):
        return self.head(torch.relu(self.conv(x, indptr, indices, seeds)))
