from collections import deque

import torch


class WindowBuffer:
    """Sums of the newest `size` update rows."""

    def __init__(self, size, width):
        self.size = size
        self.rows = deque()
        self.total = torch.zeros(width, dtype=torch.float64)

    @torch.compiler.disable
    def aggregate(self, row):
        self.rows.append(row)
        self.total = self.total + row
        if len(self.rows) > self.size:
            self.total = self.total - self.rows.popleft()
        return self.total
