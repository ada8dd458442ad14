"""Synthetic clients. Each one has its own label shift and its own scope."""
from dataclasses import dataclass

import torch

SCOPES = ("full", "head", "adapter", "full", "head")


@dataclass
class Client:
    name: str
    scope: str
    x: torch.Tensor
    y: torch.Tensor

    def batches(self, steps, batch=16):
        n = self.x.shape[0]
        for i in range(steps):
            lo = (i * batch) % n
            yield self.x[lo:lo + batch], self.y[lo:lo + batch]

    @property
    def weight(self):
        return float(self.x.shape[0])


def make_clients(n, samples, in_dim, n_classes):
    proto = torch.randn(n_classes, in_dim)
    clients = []
    for i in range(n):
        g = torch.Generator().manual_seed(100 + i)
        y = torch.randint(0, n_classes, (samples,), generator=g)
        noise = torch.randn(samples, in_dim, generator=g)
        x = proto[y] + 0.6 * noise + 0.1 * i
        clients.append(Client(f"site-{i}", SCOPES[i % len(SCOPES)], x, y))
    return clients
