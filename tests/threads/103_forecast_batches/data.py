import math

import torch

from collate import collate


class SiteDataset:
    """Load curves of one site; hours near a holiday count for less."""

    def __init__(self, site, n, seed, holidays=()):
        self.site = site
        self.holidays = set(holidays)
        g = torch.Generator().manual_seed(seed)
        t = torch.arange(24) / 24
        self.curves = torch.sin(2 * math.pi * t) + 0.1 * torch.randn(n, 24, generator=g)
        self.temps = torch.randn(n, 1, generator=g)

    def __len__(self):
        return len(self.curves)

    def __getitem__(self, i):
        item = {
            "load": self.curves[i],
            "temp": self.temps[i],
            "weekday": i % 7,
            "target": self.curves[i].mean() + 0.1 * self.temps[i, 0],
        }
        if i in self.holidays:
            item["weight"] = 0.25
        return item


class Loader:
    def __init__(self, sets, batch_size):
        self.sets = sets
        self.batch_size = batch_size
        self.seen = {s.site: 0 for s in sets}

    def __len__(self):
        return sum(len(s) // self.batch_size for s in self.sets)

    def __iter__(self):
        for s in self.sets:
            for i in range(0, len(s), self.batch_size):
                rows = [s[j] for j in range(i, i + self.batch_size)]
                self.seen[s.site] += len(rows)
                yield collate(rows)
