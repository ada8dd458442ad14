import numpy as np
import torch


class Archive:
    def __init__(self, days, cells):
        rng = np.random.default_rng(0)
        self.days = rng.standard_normal((days, cells)).cumsum(0)

    def window(self, start, length):
        return self.days[start : start + length], self.days[start + length]


def as_batch(past, following):
    return torch.from_numpy(past), torch.from_numpy(following)


def training(archive, window):
    for start in range(6):
        past, following = archive.window(start, window)
        yield as_batch(past.astype("float32"), following.astype("float32"))


def held_out(archive, window):
    for start in (8, 9):
        yield as_batch(*archive.window(start, window))
