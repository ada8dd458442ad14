from dataclasses import dataclass, field

import torch

KINDS = ("holiday", "promotion", "stockout")


@dataclass
class Window:
    start: int
    history: torch.Tensor
    target: torch.Tensor
    events: dict = field(default_factory=dict)


class DemandPanel:
    def __init__(self, stores=8, days=200, seed=0):
        gen = torch.Generator().manual_seed(seed)
        day = torch.arange(days, dtype=torch.float32)
        weekly = torch.sin(2 * torch.pi * day / 7)
        level = 3 + torch.rand(stores, 1, generator=gen)
        self.demand = level + 0.5 * weekly + 0.1 * torch.randn(stores, days, generator=gen)
        self.calendar = {
            "holiday": self._marks(days, every=45, length=2),
            "promotion": self._marks(days, every=38, length=5),
            "stockout": self._marks(days, every=70, length=3),
        }
        self.demand = self.demand + 0.8 * self.calendar["promotion"] - self.calendar["stockout"]

    @staticmethod
    def _marks(days, every, length):
        marks = torch.zeros(days)
        for first in range(every, days, every):
            marks[first:first + length] = 1.0
        return marks


class WindowLoader:
    def __init__(self, panel, context=28, horizon=7, step=14):
        self.panel = panel
        self.context = context
        self.horizon = horizon
        self.step = step

    def __iter__(self):
        total = self.panel.demand.shape[1]
        for start in range(0, total - self.context - self.horizon + 1, self.step):
            cut = start + self.context
            future = slice(cut, cut + self.horizon)
            window = Window(start, self.panel.demand[:, start:cut].clone(),
                            self.panel.demand[:, future].clone())
            for kind, marks in self.panel.calendar.items():
                flags = marks[future].clone()
                if flags.any():
                    window.events[kind] = flags
            yield window
