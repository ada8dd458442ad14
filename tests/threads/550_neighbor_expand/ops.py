import torch
from torch import Tensor


@torch.library.custom_op("blocks::expand_indptr", mutates_args=())
def expand_indptr(indptr: Tensor, nodes: Tensor, output_size: int) -> Tensor:
    return nodes.repeat_interleave(indptr.diff(), output_size=output_size)


@expand_indptr.register_fake
def _(indptr, nodes, output_size):
    torch._check(indptr.dim() == 1)
    return nodes.new_empty(int(output_size))


def segment_mean(values, dst, count):
    total = values.new_zeros(count, values.size(1)).index_add(0, dst, values)
    degree = values.new_zeros(count).index_add(0, dst, values.new_ones(values.size(0)))
    return total / degree.clamp(min=1).unsqueeze(1)
