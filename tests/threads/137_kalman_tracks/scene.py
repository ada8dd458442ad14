from dataclasses import dataclass

import torch


@dataclass
class Frame:
    index: int
    z: torch.Tensor
    sensor: str


class Scene:
    """Targets that move straight; radar on even frames, lidar on odd ones."""

    def __init__(self, targets, frames):
        self.frames = frames
        self.pos = torch.randn(targets, 2) * 5
        self.vel = torch.randn(targets, 2)
        self.truth = self.pos.clone()

    def first(self):
        return self.pos + 0.3 * torch.randn_like(self.pos)

    def __iter__(self):
        for i in range(self.frames):
            self.truth = self.truth + 0.1 * self.vel
            sensor = "radar" if i % 2 == 0 else "lidar"
            sigma = 0.3 if sensor == "radar" else 0.1
            yield Frame(i, self.truth + sigma * torch.randn_like(self.truth), sensor)
