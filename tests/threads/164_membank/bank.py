"""First-in first-out store of key embeddings from earlier batches."""
from collections import deque

import torch


class MemoryBank:
    def __init__(self, capacity):
        self.capacity = capacity
        self._rows = deque(maxlen=capacity)

    def push(self, keys):
        self._rows.append(keys.detach())

    def negatives(self):
        return list(self._rows)

    def __len__(self):
        return len(self._rows)

    def oldest(self):
        return self._rows[0] if self._rows else torch.zeros(0)
