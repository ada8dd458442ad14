import torch


def _size(index, dim_size):
    if dim_size is not None:
        return dim_size
    return int(index.max()) + 1


def scatter_sum(src, index, dim_size=None):
    out = src.new_zeros(_size(index, dim_size), src.shape[1])
    return out.index_add(0, index, src)


def scatter_mean(src, index, dim_size=None):
    total = scatter_sum(src, index, dim_size)
    count = scatter_sum(torch.ones_like(src[:, :1]), index, total.shape[0])
    return total / count.clamp(min=1)


def scatter_softmax(score, index, dim_size=None):
    e = (score - score.max()).exp()
    return e / scatter_sum(e, index, dim_size)[index]
