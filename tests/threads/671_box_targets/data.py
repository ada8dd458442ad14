from dataclasses import dataclass

import torch

from boxes import wrap

CLASSES = 6


@dataclass
class Batch:
    images: torch.Tensor
    boxes: torch.Tensor
    labels: torch.Tensor


def make_sample(generator):
    image = torch.rand(3, 16, 16, generator=generator)
    corner = torch.rand(4, 2, generator=generator) * 8
    size = 1 + torch.rand(4, 2, generator=generator) * 6
    labels = torch.randint(-1, CLASSES, (4,), generator=generator)
    return image, torch.cat([corner, corner + size], dim=-1), labels


def collate(samples):
    images, boxes, labels = zip(*samples)
    return Batch(torch.stack(images), wrap(torch.stack(boxes)), torch.stack(labels))


def mean_area(batch):
    return (batch.boxes.widths() * batch.boxes.heights()).mean()
