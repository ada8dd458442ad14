import torch
import torch.nn as nn

from jagged import KeyedJagged


class PositionWeights(nn.Module):
    def __init__(self, keys, max_len):
        super().__init__()
        self.weight = nn.Parameter(torch.linspace(1.0, 0.2, max_len).repeat(len(keys), 1))
        self.max_len = max_len

    def forward(self, features):
        starts = features.offsets()[:-1].repeat_interleave(
            features.lengths, output_size=features.values.numel()
        )
        pos = torch.arange(features.values.numel()) - starts
        row = torch.arange(len(features.keys)).repeat_interleave(features.stride)
        row = row.repeat_interleave(features.lengths, output_size=features.values.numel())
        weights = self.weight[row, pos.clamp(max=self.max_len - 1)]
        return KeyedJagged(features.keys, features.values, features.lengths, weights)


class PooledEmbeddings(nn.Module):
    def __init__(self, sizes, dim):
        super().__init__()
        self.tables = nn.ModuleDict({k: nn.Embedding(n, dim) for k, n in sizes.items()})

    def forward(self, features):
        pooled = []
        for key, (ids, weights, lengths) in features.split().items():
            rows = self.tables[key](ids)
            if weights is not None:
                rows = rows * weights[:, None]
            bag = torch.arange(lengths.numel()).repeat_interleave(
                lengths, output_size=ids.numel()
            )
            out = rows.new_zeros(lengths.numel(), rows.shape[1])
            pooled.append(out.index_add(0, bag, rows))
        return torch.cat(pooled, dim=1)


class RankingModel(nn.Module):
    def __init__(self, sizes, dim=8, max_len=6, positions=True):
        super().__init__()
        self.positions = PositionWeights(list(sizes), max_len) if positions else nn.Identity()
        self.embeddings = PooledEmbeddings(sizes, dim)
        self.over = nn.Sequential(nn.Linear(dim * len(sizes), 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, features):
        return self.over(self.embeddings(self.positions(features))).squeeze(-1)
