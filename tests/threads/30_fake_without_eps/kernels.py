import torch


@torch.library.custom_op("dit::norm_scale_shift", mutates_args=())
def norm_scale_shift(
    x: torch.Tensor, residual: torch.Tensor, scale: torch.Tensor, shift: torch.Tensor, eps: float = 1e-5
) -> torch.Tensor:
    h = x + residual
    h = (h - h.mean(-1, keepdim=True)) * torch.rsqrt(h.var(-1, correction=0, keepdim=True) + eps)
    return h * (1 + scale) + shift


@norm_scale_shift.register_fake
def _(x, residual, scale, shift, eps):
    return torch.empty_like(x)
