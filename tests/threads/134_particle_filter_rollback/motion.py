import torch

from world import BEACONS


def predict(cloud, move, jitter):
    """The cloud after the move; the old one stays as it is, for a rollback."""
    new = cloud.fork()
    new.pos += move + jitter
    return new


def weigh(cloud, ranges, noise):
    dist = (BEACONS[None] - cloud.pos[:, None]).norm(dim=2)
    logw = -0.5 * ((dist - ranges) / noise).pow(2).sum(1)
    new = cloud.shallow()
    new.weight = torch.softmax(logw + cloud.weight.log(), 0)
    return new


def resample(cloud, offset):
    """Systematic resampling."""
    n = cloud.weight.shape[0]
    ticks = (torch.arange(n) + offset) / n
    idx = torch.searchsorted(cloud.weight.cumsum(0), ticks).clamp(max=n - 1)
    new = cloud.shallow()
    new.pos = cloud.pos[idx]
    new.weight = torch.full_like(cloud.weight, 1 / n)
    return new
