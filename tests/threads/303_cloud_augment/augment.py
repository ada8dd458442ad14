import torch
from torch import nn

from devices import same_device
from params import Range, UniformSampler


def yaw_matrix(angle):
    c, s = angle.cos(), angle.sin()
    zero, one = torch.zeros_like(c), torch.ones_like(c)
    rows = [c, -s, zero, s, c, zero, zero, zero, one]
    return torch.stack(rows, dim=-1).reshape(-1, 3, 3)


class CloudAugment(nn.Module):
    def __init__(self, max_yaw=0.6, scale=(0.9, 1.1), jitter=0.01):
        super().__init__()
        self.sampler = UniformSampler(
            yaw=Range(0.0, max_yaw, symmetric=True),
            scale=Range(*scale),
        )
        self.jitter = jitter

    def forward(self, points):
        drawn = self.sampler.sample(points.shape[0])
        turned = points @ yaw_matrix(drawn["yaw"]).transpose(1, 2)
        turned = turned * drawn["scale"][:, None, None]
        return turned + self.jitter * torch.randn_like(turned)


class PointEncoder(nn.Module):
    def __init__(self, width=32, classes=5):
        super().__init__()
        self.local = nn.Sequential(nn.Linear(3, width), nn.GELU(), nn.Linear(width, width))
        self.head = nn.Linear(width, classes)

    def forward(self, points):
        return self.head(self.local(points).amax(dim=1))


class Classifier(nn.Module):
    def __init__(self, augment, encoder):
        super().__init__()
        self.augment = augment
        self.encoder = encoder

    def forward(self, points, labels):
        logits = self.encoder(self.augment(points))
        assert same_device(logits, labels)
        return nn.functional.cross_entropy(logits, labels)
