from dataclasses import dataclass

import torch

from jagged import KeyedBags


@dataclass(frozen=True)
class SparseFeature:
    name: str
    rows: int
    hot: int


FEATURES = (
    SparseFeature("advertiser", 50, 1),
    SparseFeature("query_terms", 200, 3),
    SparseFeature("clicked_items", 400, 5),
)


@dataclass
class Batch:
    dense: torch.Tensor
    sparse: KeyedBags
    label: torch.Tensor


class ClickLog:
    """Synthetic multi-hot clicks, the same number of ids for each sample."""

    def __init__(self, batch_size=32, batches=6, seed=13):
        self.batch_size = batch_size
        self.batches = batches
        self.seed = seed

    def __iter__(self):
        gen = torch.Generator().manual_seed(self.seed)
        size = self.batch_size
        for _ in range(self.batches):
            dense = torch.rand(size, 6, generator=gen)
            ids = [torch.randint(0, f.rows, (size * f.hot,), generator=gen)
                   for f in FEATURES]
            lengths = torch.cat([torch.full((size,), f.hot) for f in FEATURES])
            label = (dense[:, 0] + (ids[0] % 2) > 1.0).float()
            sparse = KeyedBags([f.name for f in FEATURES], torch.cat(ids), lengths, size)
            yield Batch(dense, sparse, label)
