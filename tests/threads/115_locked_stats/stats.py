import threading

import torch
from torch import nn


class Tracker(nn.Module):
    """Running mean and variance; read from the reporter's thread as well."""

    def __init__(self, name, width, rate=0.1):
        super().__init__()
        self.name = name
        self.rate = rate
        self.lock = threading.Lock()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("var", torch.ones(width))

    def update(self, x):
        mean, var = x.mean(0), x.var(0, unbiased=False)
        with self.lock:  # one writer at a time
            self.mean.lerp_(mean, self.rate)
            self.var.lerp_(var, self.rate)

    def snapshot(self):
        with self.lock:
            return self.mean.mean().item(), self.var.mean().item()
