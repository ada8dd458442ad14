import importlib
from typing import Callable

import torch

Kernel = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
KERNELS = {
    "sdpa": "torch.nn.functional:scaled_dot_product_attention",
    "blocked": "attn_blocked:attend",
}


def load_kernel(name: str) -> Kernel:
    module, _, attribute = KERNELS[name].partition(":")
    return getattr(importlib.import_module(module), attribute)


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return x.unflatten(-1, (heads, -1)).transpose(-3, -2)


def multi_head(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, heads: int, backend: str) -> torch.Tensor:
    kernel = load_kernel(backend)
    out = kernel(split_heads(q, heads), split_heads(k, heads), split_heads(v, heads))
    return out.transpose(-3, -2).flatten(-2)
