import math

import torch

LEVELS = {"pressure": 1, "temperature": 5, "wind": 5}


class Archive:
    """Makes smooth random fields on a regular grid, as an archive of forecasts would."""

    def __init__(self, nlat, nlon, seed=3):
        self.nlat, self.nlon = nlat, nlon
        self.gen = torch.Generator().manual_seed(seed)

    def waves(self, members, times, levels):
        lat = torch.linspace(-math.pi / 2, math.pi / 2, self.nlat)[:, None]
        lon = torch.arange(self.nlon) * (2 * math.pi / self.nlon)
        field = torch.zeros(members, times, levels, self.nlat, self.nlon)
        for number in range(1, 5):
            size = torch.rand(members, times, levels, 1, 1, generator=self.gen)
            field = field + size / number * torch.cos(number * lon + size) * torch.cos(lat)
        return field

    def read(self, name, members=1, times=1):
        field = tidy(self.waves(members, times, LEVELS[name]))
        return field - field.mean((-2, -1), keepdim=True)


def tidy(field):
    return field.squeeze()
