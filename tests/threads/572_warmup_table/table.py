import torch
import torch.nn as nn


class EmbeddingTable(nn.Module):
    def __init__(self, rows, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(rows, dim) * 0.1)

    def forward(self, ids):
        return self.weight[ids].mean(dim=1)


class Ranker(nn.Module):
    def __init__(self, rows=50, dim=12):
        super().__init__()
        self.users = EmbeddingTable(rows, dim)
        self.items = EmbeddingTable(rows, dim)
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, user_ids, item_ids):
        return (self.users(user_ids) * self.items(item_ids)).sum(-1) + self.bias
