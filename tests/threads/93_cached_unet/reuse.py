import torch

from plumbing import host_side, relative_change


class FeatureCache:
    """Smooths the block features along the sampling steps."""

    def __init__(self, rate, shapes):
        self.rate = rate
        self.stored = [torch.zeros(shape) for shape in shapes]
        self.changes = [torch.zeros(()) for _ in shapes]

    @host_side
    def blend(self, slot, features):
        mixed = torch.lerp(features, self.stored[slot], self.rate)
        return mixed, relative_change(mixed, features)

    def keep(self, slot, mixed, change):
        self.stored[slot] = mixed
        self.changes[slot] = self.changes[slot] + change

    @host_side
    def drift(self):
        return [change.item() for change in self.changes]
