from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone

import torch


def day_fraction(t):
    return (t.timestamp() % 86400.0) / 86400.0


def year_fraction(t):
    return t.timestamp() % (365.25 * 86400.0) / (365.25 * 86400.0)


@dataclass
class Batch:
    fields: torch.Tensor
    lat: torch.Tensor
    lon: torch.Tensor
    time: datetime

    def advance(self, fields, lead: timedelta):
        return replace(self, fields=fields, time=self.time + lead)

    def describe(self):
        mean = self.fields.mean((-2, -1))
        values = " ".join(f"{v:+.4f}" for v in mean.flatten().tolist())
        return f"{self.time:%Y-%m-%d %H:%M} {values}"


def initial_state(n_vars, height, width):
    lat = torch.linspace(80.0, -80.0, height)
    lon = torch.arange(width) * (360.0 / width)
    base = torch.cos(torch.deg2rad(lat))[:, None].expand(height, width)
    fields = torch.stack([base * (v + 1) for v in range(n_vars)])
    fields = fields + 0.1 * torch.randn(n_vars, height, width)
    start = datetime(2023, 3, 14, 0, 0, tzinfo=timezone.utc)
    return Batch(fields, lat, lon, start)
