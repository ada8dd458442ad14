"""Contact forces of soft grains."""
import time

import torch

TIMES = {"pairs": 0.0}


def timed(name):
    def wrap(fn):
        def inner(*args):
            t0 = time.perf_counter()
            out = fn(*args)
            TIMES[name] = time.perf_counter() - t0
            return out
        return inner
    return wrap


@timed("pairs")
def pair_force(pos, radius, k):
    d = pos[:, None] - pos[None]
    dist = (d.square().sum(-1) + 1e-9).sqrt()
    gap = (2 * radius - dist).clamp(min=0.0)
    gap = gap * (1 - torch.eye(pos.shape[0]))
    return (k * (gap / dist)[..., None] * d).sum(1)


def drag(vel, c):
    return -c * vel
