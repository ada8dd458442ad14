import torch


def scatter_sum(values, index, dim_size=None):
    if dim_size is None:
        dim_size = int(index.max()) + 1
    out = values.new_zeros(dim_size, values.shape[-1])
    return out.index_add(0, index, values)


def row_softmax(vector, rows):
    return torch.softmax(vector, dim=0).expand(rows, -1)
