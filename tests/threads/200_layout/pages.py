"""Pages and the settings of a run."""
from dataclasses import dataclass, field

import torch


@dataclass
class Page:
    number: int
    scale: float = 1.0
    trail: dict = field(default_factory=dict)

    @property
    def title(self):
        return f"page {self.number}"

    def note(self, stage):
        self.trail[stage] = len(self.trail)


@dataclass
class ReaderConfig:
    dim: int = 32
    labels: tuple = ("text", "title", "table", "figure")
    backend: str = "eager"
    compiled: bool = True

    def compile(self, fn):
        return torch.compile(fn, backend=self.backend) if self.compiled else fn


def scan_scale(number):
    """Pages come from a scanner that drifts a little."""
    return round(1.0 + 0.015 * (number % 4), 3)


def boxes_of(number, rows=6):
    g = torch.Generator().manual_seed(number)
    y = torch.linspace(0.05, 0.85, rows).repeat(2)
    x = torch.cat([torch.full((rows,), 0.08), torch.full((rows,), 0.55)])
    xy = torch.stack([x, y], 1) + 0.02 * torch.randn(2 * rows, 2, generator=g)
    return torch.cat([xy, xy + torch.tensor([0.36, 0.09])], 1)[None]
