"""Sampled neighbourhoods of a citation graph with several node types."""
import torch

WIDTHS = {"author": 6, "field": 4, "paper": 8, "topic": 4, "venue": 5}
FANOUT = 7


class NeighborSampler:
    """Which types turn up around a seed depends on the seed."""

    def __init__(self, count, seed):
        self.count = count
        self.gen = torch.Generator().manual_seed(seed)

    def around(self, index):
        found = {"paper": torch.randn(FANOUT, WIDTHS["paper"], generator=self.gen)}
        for bit, kind in enumerate(("author", "venue", "topic", "field")):
            if (index * 5 + 3) >> bit & 1:
                found[kind] = torch.randn(FANOUT, WIDTHS[kind], generator=self.gen)
        target = found["paper"].mean() + 0.1 * len(found)
        return found, target

    def __iter__(self):
        for index in range(self.count):
            yield self.around(index)


def collate(sample):
    """Sorted stores of one neighbourhood, features scaled to unit rows."""
    found, target = sample
    stores = {}
    for kind in sorted(WIDTHS):
        if kind in found:
            stores[kind] = found[kind] / found[kind].norm(dim=-1, keepdim=True)
    return stores, target
