import torch


class MemoryBank:
    """Ring of the latest keys; empty in the beginning."""

    def __init__(self, slots, dim):
        self.buf = torch.zeros(slots, dim)
        self.used = torch.zeros(slots, dtype=torch.bool)
        self.filled = 0
        self.head = 0

    @property
    def negatives(self):
        return self.buf[: self.filled]

    def push(self, keys):
        n = keys.shape[0]
        slots = (self.head + torch.arange(n)) % self.buf.shape[0]
        self.buf[slots] = keys
        self.used[slots] = True
        self.head = (self.head + n) % self.buf.shape[0]
        self.filled = min(self.filled + n, self.buf.shape[0])
