import numpy as np


class RandomCrop:
    """A window of the sequence, at another place in each call."""

    def __init__(self, size, seed):
        self.size = size
        self.rng = np.random.default_rng(seed)

    def __call__(self, x):
        start = int(self.rng.integers(0, x.shape[1] - self.size + 1))
        return x[:, start : start + self.size]
