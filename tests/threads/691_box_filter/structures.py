from dataclasses import dataclass

import torch


class Boxes:
    def __init__(self, tensor):
        self.tensor = tensor

    def scale(self, sx, sy):
        return Boxes(self.tensor * torch.tensor([sx, sy, sx, sy]))

    def clip(self, height, width):
        x = self.tensor[:, 0::2].clamp(0, width)
        y = self.tensor[:, 1::2].clamp(0, height)
        return Boxes(torch.stack([x[:, 0], y[:, 0], x[:, 1], y[:, 1]], dim=1))

    def area(self):
        size = (self.tensor[:, 2:] - self.tensor[:, :2]).clamp(min=0)
        return size[:, 0] * size[:, 1]

    def nonempty(self, smallest=0.0):
        size = self.tensor[:, 2:] - self.tensor[:, :2]
        return (size > smallest).all(dim=1)


@dataclass
class Instances:
    boxes: Boxes
    scores: torch.Tensor

    def select(self, item):
        return Instances(Boxes(self.boxes.tensor[item]), self.scores[item])
