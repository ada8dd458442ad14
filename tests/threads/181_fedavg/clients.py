from dataclasses import dataclass

import torch


@dataclass
class Client:
    cid: int
    x: torch.Tensor
    y: torch.Tensor
    weight: float = 1.0

    def batches(self, size):
        for i in range(0, len(self.x), size):
            yield self.x[i:i + size], self.y[i:i + size]


def build_clients(n_clients, n_samples, n_features, n_classes):
    g = torch.Generator().manual_seed(11)
    centers = torch.randn(n_classes, n_features, generator=g)
    out = []
    for cid in range(n_clients):
        y = torch.randint(0, n_classes, (n_samples,), generator=g)
        shift = 0.2 * torch.randn(n_features, generator=g)
        x = centers[y] + shift + 0.7 * torch.randn(n_samples, n_features, generator=g)
        out.append(Client(cid, x, y, weight=1.0 / n_clients))
    return out
