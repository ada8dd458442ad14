import torch

from .log import logger, trace


def triangular(n_mels, n_bins):
    logger.debug("building a bank of %d filters", n_mels)
    centers = torch.linspace(0, n_bins - 1, n_mels + 2)
    bins = torch.arange(n_bins).float().unsqueeze(1)
    left, mid, right = centers[:-2], centers[1:-1], centers[2:]
    up = (bins - left) / (mid - left)
    down = (right - bins) / (right - mid)
    return torch.minimum(up, down).clamp_min(0.0)


def normalize(x, target=0.1):
    rms = x.pow(2).mean().sqrt()
    return x * (target / (rms + 1e-8))


def describe(x):
    logger.debug("levels: %s", tuple(x.shape))


def to_db(power, floor):
    trace("to_db", power.shape, floor=floor)
    db = 10.0 * torch.log10(power.clamp_min(floor))
    return torch.maximum(db, db.amax() - 80.0)
