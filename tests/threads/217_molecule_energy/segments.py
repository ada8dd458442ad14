import torch


def segment_sum(x, index, n):
    return x.new_zeros((n,) + x.shape[1:]).index_add(0, index, x)


def segment_count(index, n):
    return torch.bincount(index, minlength=n)


def segment_mean(x, index, n):
    count = segment_count(index, n).clamp(min=1).to(x.dtype)
    return segment_sum(x, index, n) / count.view((-1,) + (1,) * (x.dim() - 1))


def same_segment(index):
    eye = torch.eye(index.shape[0], dtype=torch.bool)
    return (index[:, None] == index[None, :]) & ~eye
