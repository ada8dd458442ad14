import torch.nn as nn
import torch.nn.functional as F

from ragged import nest, pool


class VisitBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(width, width)

    def forward(self, visits):
        return F.silu(self.mix(self.norm(visits)))


class VisitEncoder(nn.Module):
    def __init__(self, channels, width=24):
        super().__init__()
        self.lift = nn.Linear(channels, width)
        self.block = VisitBlock(width)
        self.head = nn.Linear(width, 1)

    def forward(self, values, offsets):
        rows = self.lift(values)
        visits = nest(rows, offsets)
        visits = self.block(visits)
        return self.head(pool(visits, offsets)).squeeze(-1)
