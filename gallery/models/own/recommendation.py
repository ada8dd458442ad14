"""Recommendation: embeddings of what people clicked, and how they meet."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


def _mlp(*widths: int) -> nn.Sequential:
    layers: list[nn.Module] = []
    for inner, outer in zip(widths, widths[1:]):
        layers += [nn.Linear(inner, outer), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class DLRM(nn.Module):
    """Bags of sparse features, and products of each pair."""

    def __init__(self, tables: int = 3, width: int = 8) -> None:
        super().__init__()
        self.bags = nn.ModuleList(
            nn.EmbeddingBag(32, width, mode="sum") for _ in range(tables)
        )
        self.bottom = _mlp(4, 16, width)
        pairs = (tables + 1) * tables // 2
        self.top = _mlp(width + pairs, 16, 1)

    def forward(self, dense: Tensor, sparse: Tensor) -> Tensor:
        """Returns the logit of a click; `sparse` is [batch, tables, length]."""
        bottom = self.bottom(dense)
        found = [bag(sparse[:, place]) for place, bag in enumerate(self.bags)]
        vectors = torch.stack([bottom, *found], dim=1)
        products = vectors @ vectors.mT
        row, column = torch.tril_indices(*products.shape[1:], offset=-1)
        return self.top(torch.cat((bottom, products[:, row, column]), dim=-1))


class DeepFM(nn.Module):
    """A factorization machine beside a deep network, on the same embeddings."""

    def __init__(self, fields: int = 4, width: int = 4) -> None:
        super().__init__()
        self.linear = nn.Embedding(fields * 16, 1)
        self.embedding = nn.Embedding(fields * 16, width)
        self.deep = _mlp(fields * width, 16, 1)
        self.register_buffer("offsets", torch.arange(fields) * 16)

    def forward(self, features: Tensor, clicked: Tensor) -> Tensor:
        """Returns the loss."""
        index = features + self.offsets
        vectors = self.embedding(index)
        second = 0.5 * (vectors.sum(1) ** 2 - (vectors**2).sum(1)).sum(-1)
        logit = self.linear(index).sum((1, 2)) + second
        logit = logit + self.deep(vectors.flatten(1)).squeeze(-1)
        return functional.binary_cross_entropy_with_logits(logit, clicked)


class TwoTower(nn.Module):
    """Users and items in one space; the others of a batch are what was not chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.users, self.items = nn.Embedding(16, 8), nn.Embedding(16, 8)
        self.user_tower, self.item_tower = _mlp(8, 16, 8), _mlp(8, 16, 8)

    def forward(self, user: Tensor, item: Tensor) -> Tensor:
        """Returns the loss of telling each user's item from the others."""
        left = functional.normalize(self.user_tower(self.users(user)), dim=-1)
        right = functional.normalize(self.item_tower(self.items(item)), dim=-1)
        return functional.cross_entropy(left @ right.T / 0.1, torch.arange(len(user)))


class CrossNetwork(nn.Module):
    """Deep and cross: each layer multiplies by the input once more."""

    def __init__(self, width: int = 8, layers: int = 3) -> None:
        super().__init__()
        self.crosses = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.deep, self.head = _mlp(width, 16, 8), nn.Linear(width + 8, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Returns a probability."""
        crossed = x
        for cross in self.crosses:
            crossed = x * cross(crossed) + crossed
        return torch.sigmoid(self.head(torch.cat((crossed, self.deep(x)), dim=-1)))


class SASRec(nn.Module):
    """Self-attention over what was bought, to guess the next item."""

    def __init__(self) -> None:
        super().__init__()
        self.items = nn.Embedding(32, 16, padding_idx=0)
        self.places = nn.Parameter(torch.randn(8, 16))
        self.body = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)

    def forward(self, history: Tensor) -> Tensor:
        """Returns scores of each item after each place."""
        hidden = torch.ones(8, 8, dtype=torch.bool).triu(1)
        states = self.body(self.items(history) + self.places, src_mask=hidden)
        return states @ self.items.weight.T


class MultiTask(nn.Module):
    """MMoE: shared experts, and a gate for each task."""

    def __init__(self, experts: int = 3, tasks: int = 2) -> None:
        super().__init__()
        self.experts = nn.ModuleList(_mlp(8, 16, 8) for _ in range(experts))
        self.gates = nn.ModuleList(nn.Linear(8, experts) for _ in range(tasks))
        self.heads = nn.ModuleList(nn.Linear(8, 1) for _ in range(tasks))

    def forward(self, x: Tensor) -> dict[str, Tensor]:
        """Returns one prediction a task."""
        known = torch.stack([expert(x) for expert in self.experts], dim=1)
        return {
            f"task{place}": head((gate(x).softmax(-1)[..., None] * known).sum(1))
            for place, (gate, head) in enumerate(zip(self.gates, self.heads))
        }
