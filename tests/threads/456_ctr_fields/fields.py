"""Feature field definitions and their embedding tables."""
from dataclasses import dataclass

import torch.nn as nn


@dataclass(frozen=True)
class Field:
    name: str
    size: int
    dim: int = 16


CATALOG = (
    Field("user", 200),
    Field("item", 300),
    Field("brand", 50),
    Field("daypart", 8, dim=4),
)


class FieldEmbeddings(nn.Module):
    def __init__(self, fields):
        super().__init__()
        self.names = [f.name for f in fields]
        self.tables = nn.ModuleDict({f.name: nn.Embedding(f.size, f.dim) for f in fields})

    def forward(self, batch):
        return [self.tables[name](batch[name]) for name in self.names]
