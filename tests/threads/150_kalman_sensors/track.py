from dataclasses import dataclass, replace

import torch


@dataclass
class Track:
    pos: torch.Tensor
    vel: torch.Tensor
    var: torch.Tensor
    hits: torch.Tensor

    @classmethod
    def start(cls, z):
        return cls(z, torch.zeros_like(z), torch.full_like(z, 2.0), torch.zeros(len(z)))

    def moved(self, **changes):
        return replace(self, **changes)


def fresh_tracks(sensor):
    z, _ = sensor.measure(0)
    return Track.start(z)
