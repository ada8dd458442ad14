"""A toy front camera: vehicles drift through the frame, detections are noisy."""
import torch


class FrontCamera:
    def __init__(self, vehicles, size=(640, 360), fps=10.0, seed=0):
        self.gen = torch.Generator().manual_seed(seed)
        self.size = torch.tensor(size)
        self.dt = torch.tensor(1.0 / fps)
        centre = torch.rand(vehicles, 2, generator=self.gen) * self.size
        extent = 40 + 60 * torch.rand(vehicles, 2, generator=self.gen)
        self.boxes = torch.cat([centre - extent / 2, centre + extent / 2], dim=1)
        self.drift = 30 * torch.randn(vehicles, 2, generator=self.gen)

    def read(self):
        self.boxes = self.boxes + (self.drift * self.dt).repeat(1, 2)
        noise = torch.randn(self.boxes.shape, generator=self.gen)
        order = torch.randperm(len(self.boxes), generator=self.gen)
        return (self.boxes + noise)[order], {"size": self.size, "dt": self.dt}
