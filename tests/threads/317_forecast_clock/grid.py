import math

import torch


class LatLonGrid:
    def __init__(self, nlat, nlon):
        self.lat = torch.linspace(math.pi / 2, -math.pi / 2, nlat)[:, None]
        self.lon = torch.arange(nlon)[None, :] * (2 * math.pi / nlon)
        self.shape = (nlat, nlon)

    def area_weights(self):
        weights = torch.cos(self.lat).clamp(min=0)
        return weights / weights.mean()


def initial_state(grid, channels):
    phase = torch.arange(channels).float()[:, None, None]
    return torch.sin(grid.lat * (1 + phase)) + 0.3 * torch.cos(grid.lon * (1 + phase))
