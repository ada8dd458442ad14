import torch


class Store:
    """A growing table of passage vectors."""

    def __init__(self, dim, seed):
        self.dim = dim
        self.g = torch.Generator().manual_seed(seed)
        self.rows = []

    def __len__(self):
        return len(self.rows)

    def add(self, n):
        self.rows += list(torch.randn(n, self.dim, generator=self.g))

    def keys(self):
        return torch.stack(self.rows)
