import torch
import torch.nn.functional as F
from torch import nn

from jagged import offsets_of


class EmbeddingBags(nn.Module):
    def __init__(self, features, dim):
        super().__init__()
        self.tables = nn.ParameterDict(
            {f.name: nn.Parameter(torch.randn(f.rows, dim) * 0.1) for f in features})

    def forward(self, bags):
        pooled = []
        for key, (values, lengths) in bags.split().items():
            pooled.append(F.embedding_bag(
                values, self.tables[key], offsets_of(lengths), mode="sum"))
        return torch.stack(pooled, dim=1)


class DLRM(nn.Module):
    def __init__(self, features, dense_in=6, dim=8):
        super().__init__()
        self.bags = EmbeddingBags(features, dim)
        self.bottom = nn.Sequential(nn.Linear(dense_in, 16), nn.ReLU(), nn.Linear(16, dim))
        count = len(features) + 1
        self.register_buffer("pairs", torch.triu_indices(count, count, offset=1))
        self.top = nn.Linear(dim + count * (count - 1) // 2, 1)

    def forward(self, dense, sparse):
        bottom = self.bottom(dense)
        stacked = torch.cat([bottom[:, None], self.bags(sparse)], dim=1)
        cross = stacked @ stacked.transpose(1, 2)
        cross = cross[:, self.pairs[0], self.pairs[1]]
        return self.top(torch.cat([bottom, cross], dim=1)).squeeze(1)
