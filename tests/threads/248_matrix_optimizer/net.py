import torch
from torch import nn


class PoseRegressor(nn.Module):
    """Key points of a rigid body -> rotation (6d) and translation."""

    def __init__(self, n_points=8, widths=(40, 32, 28, 20), heads=(12, 10)):
        super().__init__()
        dims = (3 * n_points, *widths)
        self.trunk = nn.ModuleList(nn.Linear(a, b) for a, b in zip(dims, dims[1:]))
        self.rot = nn.Sequential(nn.Linear(dims[-1], heads[0]), nn.GELU(), nn.Linear(heads[0], 6))
        self.trans = nn.Sequential(nn.Linear(dims[-1], heads[1]), nn.GELU(), nn.Linear(heads[1], 3))
        self.skip = nn.Linear(dims[0], dims[-1], bias=False)

    def forward(self, points):
        x = points.flatten(1)
        y = self.skip(x)
        for layer in self.trunk:
            x = torch.nn.functional.gelu(layer(x))
        y = x + y
        return self.rot(y), self.trans(y)


def batch(generator, body, n=64):
    q, _ = torch.linalg.qr(torch.randn(n, 3, 3, generator=generator))
    t = torch.randn(n, 3, generator=generator)
    return body @ q.mT + t[:, None], q[:, :, :2].flatten(1), t
