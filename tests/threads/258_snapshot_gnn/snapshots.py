from dataclasses import dataclass

import torch


@dataclass
class Snapshot:
    """Interactions of one day: edges in order of time, a weight for each."""
    day: int
    edge_index: torch.Tensor
    weight: torch.Tensor


class InteractionLog:
    def __init__(self, nodes=60, days=6, seed=9):
        gen = torch.Generator().manual_seed(seed)
        self.nodes = nodes
        self.features = torch.randn(nodes, 12, generator=gen)
        self.label = (self.features[:, :3].sum(1) > 0).long()
        self.snapshots = []
        for day in range(days):
            count = int(torch.randint(260, 400, (1,), generator=gen))
            src = torch.randint(0, nodes, (count,), generator=gen)
            dst = (src + torch.randint(1, 9, (count,), generator=gen)) % nodes
            weight = torch.rand(count, generator=gen)
            self.snapshots.append(Snapshot(day, torch.stack([src, dst]), weight))


class RecentEdges:
    """Keeps the `budget` latest edges of a snapshot, so all batches are alike."""

    def __init__(self, log, budget=256):
        self.log = log
        self.budget = budget

    def _latest(self, snapshot):
        return snapshot.edge_index[:, -self.budget:], snapshot.weight[-self.budget:]

    def __iter__(self):
        for snapshot in self.log.snapshots:
            edge_index, weight = self._latest(snapshot)
            yield snapshot.day, self.log.features, edge_index, weight

    def __len__(self):
        return len(self.log.snapshots)
