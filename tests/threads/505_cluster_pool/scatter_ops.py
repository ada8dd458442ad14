import torch

_lib = torch.library.Library("pointpool", "DEF")
_lib.define("scatter_min(Tensor src, Tensor index, int size) -> Tensor")
_lib.define("scatter_mean(Tensor src, Tensor index, int size) -> Tensor")


def _scatter_min_cpu(src, index, size):
    out = src.new_full((size, src.shape[1]), float("inf")).numpy()
    values, groups = src.numpy(), index.numpy()
    for row, group in zip(values, groups):
        out[group] = [min(a, b) for a, b in zip(out[group], row)]
    return torch.from_numpy(out)


def _scatter_mean(src, index, size):
    total = src.new_zeros(size, src.shape[1]).index_add(0, index, src)
    count = src.new_zeros(size).index_add(0, index, torch.ones_like(index, dtype=src.dtype))
    return total / count.clamp(min=1.0).unsqueeze(-1)


_lib.impl("scatter_min", _scatter_min_cpu, "CPU")
_lib.impl("scatter_mean", _scatter_mean, "CompositeExplicitAutograd")


def scatter_min(src, index, size):
    return torch.ops.pointpool.scatter_min(src, index, size)


def scatter_mean(src, index, size):
    return _scatter_mean(src, index, size)
