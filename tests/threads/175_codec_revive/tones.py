"""Batches of decaying two-tone signals."""
import math

import torch


class ToneStream:
    def __init__(self, seed, batch, length, rate=8000):
        self.gen = torch.Generator().manual_seed(seed)
        self.batch = batch
        self.time = torch.arange(length) / rate
        self.served = 0

    def sample(self):
        self.served += 1
        f = 200 + 1200 * torch.rand(self.batch, 2, 1, generator=self.gen)
        a = torch.rand(self.batch, 2, 1, generator=self.gen)
        wav = (a * torch.sin(2 * math.pi * f * self.time)).sum(1)
        return wav * torch.exp(-20 * self.time)

    def batches(self, n):
        for _ in range(n):
            yield self.sample()
