import torch


def segment_sum(values, index, size):
    out = values.new_zeros((size,) + values.shape[1:])
    return out.index_add(0, index, values)


def segment_count(index, size):
    return torch.bincount(index, minlength=size)


def segment_mean(values, index, size):
    count = segment_count(index, size).clamp(min=1).to(values.dtype)
    total = segment_sum(values, index, size)
    return total / count.view((-1,) + (1,) * (values.dim() - 1))
