import torch
from torch import nn

from jagged import JaggedFeature


class PooledEmbedding(nn.Module):
    def __init__(self, items: int, dim: int):
        super().__init__()
        self.table = nn.Embedding(items, dim)

    def forward(self, feature: JaggedFeature) -> torch.Tensor:
        ends = feature.offsets()[1:]
        users = ends.numel()
        slots = torch.arange(feature.values().numel())
        owner = torch.searchsorted(ends, slots, right=True)
        vectors = self.table(feature.values())
        bags = vectors.new_zeros(users + 1, vectors.size(1)).index_add(0, owner, vectors)
        return bags[:users] / feature.lengths().clamp(min=1).unsqueeze(-1)


class Ranker(nn.Module):
    def __init__(self, items: int = 50, dim: int = 8):
        super().__init__()
        self.history = PooledEmbedding(items, dim)
        self.target = nn.Embedding(items, dim)
        self.mlp = nn.Sequential(nn.Linear(2 * dim, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, history: JaggedFeature, target: torch.Tensor) -> torch.Tensor:
        pooled = self.history(history)
        return self.mlp(torch.cat([pooled, self.target(target)], dim=-1)).squeeze(-1)
