import torch


def peak(x):
    """Largest absolute value of a batch."""
    return float(x.detach().abs().max())


class EmaMaxObserver:
    """Moving average of the peaks."""

    def __init__(self, momentum):
        self.momentum = momentum
        self.amax = 1.0

    def update(self, x):
        new = peak(x)
        self.amax = self.momentum * self.amax + (1 - self.momentum) * new

    def scale(self, limit):
        return self.amax / limit
