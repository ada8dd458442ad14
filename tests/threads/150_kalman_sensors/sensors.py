import numpy as np
import torch


class Sensor:
    name = "sensor"

    def __init__(self, world, seed):
        self.world = world
        self.gen = torch.Generator().manual_seed(seed)

    def spread(self):
        raise NotImplementedError

    def measure(self, t):
        truth = self.world.at(t)
        r = self.spread()
        z = truth + r.float().sqrt() * torch.randn(truth.shape, generator=self.gen)
        return z, r


class Radar(Sensor):
    name = "radar"

    def spread(self):
        return torch.tensor([0.20, 0.20, 0.45])


class Camera(Sensor):
    """Its spread grows with the pixel pitch on the sheet of the maker."""

    name = "camera"
    pitch = (0.3, 0.3, 0.9)

    def __init__(self, world, seed):
        super().__init__(world, seed)
        sheet = np.asarray(self.pitch) ** 2
        self.sheet = torch.from_numpy(sheet)

    def spread(self):
        return self.sheet


class Lidar(Sensor):
    name = "lidar"

    def spread(self):
        table = np.asarray([0.05, 0.05, 0.08], dtype=np.float32)
        return torch.from_numpy(table)
