import torch
import torch.nn.functional as F
from torch import nn


class MemoryBank(nn.Module):
    """First in, first out bank of negative keys."""

    def __init__(self, size, dim):
        super().__init__()
        self.size = size
        self.register_buffer("keys", F.normalize(torch.randn(size, dim), dim=1))
        self.cursor = 0

    def negatives(self):
        return self.keys.clone()

    @torch.no_grad()
    def enqueue(self, fresh):
        n = fresh.shape[0]
        self.keys[self.cursor : self.cursor + n] = fresh
        self.cursor = (self.cursor + n) % self.size


class Prototypes(nn.Module):
    """Slow running mean of all keys, only for the report."""

    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.rate = 0.1

    @torch.no_grad()
    def enqueue(self, fresh):
        self.mean.lerp_(fresh.mean(0), self.rate)
