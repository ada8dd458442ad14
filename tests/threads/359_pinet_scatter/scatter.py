from typing import Optional

import torch


def broadcast(index, src, dim=0):
    shape = [1] * src.dim()
    shape[dim] = -1
    return index.view(shape).expand_as(src)


def scatter(src, index, dim_size: Optional[int] = None, reduce="sum"):
    """Reduce the rows of ``src`` that share an index."""
    if dim_size is None:
        dim_size = int(index.max()) + 1
    out = src.new_zeros((dim_size,) + src.shape[1:])
    if reduce == "sum":
        return out.scatter_add(0, broadcast(index, src), src)
    if reduce == "mean":
        total = out.scatter_add(0, broadcast(index, src), src)
        count = src.new_zeros(dim_size).scatter_add(0, index, torch.ones_like(src[:, 0]))
        return total / count.clamp(min=1).unsqueeze(-1)
    return out.scatter_reduce(0, broadcast(index, src), src, reduce, include_self=False)
