import numpy as np
import torch
from torch import Tensor


@torch.library.custom_op("neighbours::knn", mutates_args=())
def knn(points: Tensor, k: int) -> Tensor:
    p = points.detach().numpy()
    d = ((p[:, None] - p[None]) ** 2).sum(-1)
    np.fill_diagonal(d, np.inf)
    order = np.argsort(d, axis=1, kind="stable")[:, :k]
    return torch.from_numpy(np.ascontiguousarray(order))


@torch.library.custom_op("neighbours::grid_cell", mutates_args=())
def grid_cell(points: Tensor, size: float) -> Tensor:
    return torch.floor(points / size).long()


@grid_cell.register_fake
def _(points, size):
    return torch.empty_like(points, dtype=torch.long)
