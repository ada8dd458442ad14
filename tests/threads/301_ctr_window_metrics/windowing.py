from collections import deque

import torch


class WindowBuffer:
    """Sum of the states of the last `size` updates."""

    def __init__(self, size, fields):
        self.size = size
        self._entries = deque()
        self._total = torch.zeros(fields, dtype=torch.float64)

    @property
    def total(self):
        return self._total

    def push(self, state):
        self._entries.append(state)
        self._total = self._total + state
        if len(self._entries) > self.size:
            self._total = self._total - self._entries.popleft()
