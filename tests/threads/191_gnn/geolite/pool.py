"""Pooling of node features by graph; size = number of graphs."""
import torch


def _infer_size(index, size):
    if size is not None:
        return size
    return int(index.max()) + 1


def sum_pool(x, index, size=None):
    size = _infer_size(index, size)
    return x.new_zeros(size, x.shape[-1]).index_add(0, index, x)


def mean_pool(x, index, size=None):
    size = _infer_size(index, size)
    count = x.new_zeros(size).index_add(0, index, x.new_ones(x.shape[0]))
    return sum_pool(x, index, size) / count.clamp(min=1)[:, None]
