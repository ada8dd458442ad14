import torch


@torch.library.custom_op("molecules::segment_pool", mutates_args=())
def segment_pool(x: torch.Tensor, owner: torch.Tensor, segments: int) -> torch.Tensor:
    out = x.new_zeros(segments, x.shape[1])
    return out.index_add(0, owner, x)


@segment_pool.register_fake
def _(x, owner, segments):
    return torch.empty_like(x)
