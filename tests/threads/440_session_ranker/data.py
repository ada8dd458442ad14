from dataclasses import dataclass

import torch


@dataclass
class SessionBatch:
    history: torch.Tensor      # (rows, clicks)
    counts: torch.Tensor       # (rows,)
    candidates: torch.Tensor   # (total,)
    clicked: torch.Tensor      # (total,)


class SessionLoader:
    """Synthetic sessions, packed so that each batch holds `total` candidates."""

    def __init__(self, items=200, rows=8, clicks=5, total=48, batches=6, seed=1):
        self.items, self.rows, self.clicks = items, rows, clicks
        self.total, self.batches = total, batches
        self.gen = torch.Generator().manual_seed(seed)

    def _counts(self):
        extra = torch.randint(self.rows, (self.total - 2 * self.rows,), generator=self.gen)
        return 2 + torch.bincount(extra, minlength=self.rows)

    def __iter__(self):
        for _ in range(self.batches):
            counts = self._counts()
            history = torch.randint(self.items, (self.rows, self.clicks), generator=self.gen)
            candidates = torch.randint(self.items, (self.total,), generator=self.gen)
            clicked = torch.zeros(self.total)
            clicked[counts.cumsum(0) - 1] = 1.0
            yield SessionBatch(history, counts, candidates, clicked)
