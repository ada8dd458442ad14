"""A batch holds the lengths of its documents as a list: an entry for each number."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

BATCHES = [4, 3, 5], [6, 2, 3, 4], [2, 5, 2, 3, 2], [3, 4, 2, 5, 6, 2]


@dataclass
class Packed:
    tokens: torch.Tensor
    labels: torch.Tensor
    lengths: list


def collate(sizes: list) -> Packed:
    total = sum(sizes)
    return Packed(
        tokens=torch.arange(total) % 7,
        labels=torch.arange(len(sizes)) % 3,
        lengths=list(sizes),
    )


def pooled(hidden: torch.Tensor, batch: Packed) -> torch.Tensor:
    pieces = torch.split(hidden, batch.lengths)
    return torch.stack([piece.mean(dim=0) for piece in pieces])


class Topics(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(7, 8)
        self.head = nn.Linear(8, 3)

    def forward(self, batch: Packed) -> torch.Tensor:
        scores = self.head(pooled(self.words(batch.tokens), batch))
        return F.cross_entropy(scores, batch.labels)


def main() -> None:
    torch.manual_seed(0)
    model = torch.compile(Topics(), backend="eager")
    for sizes in BATCHES:
        loss = model(collate(sizes))
        print(round(loss.item(), 5))


if __name__ == "__main__":
    main()
