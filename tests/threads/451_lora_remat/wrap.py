from typing import Tuple, Type

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Remat(nn.Module):
    """Recomputes the wrapped module in the backward pass."""

    def __init__(self, module: nn.Module):
        super().__init__()
        self.module = module

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return checkpoint(self.module, x, use_reentrant=False)


def prepare(layers: nn.ModuleList, kinds: Tuple[Type[nn.Module], ...], backend: str) -> nn.ModuleList:
    """Wraps the layers of the given kinds and compiles them one by one."""
    for index, layer in enumerate(layers):
        if isinstance(layer, kinds):
            wrapped = Remat(layer)
            wrapped.compile(backend=backend)
            layers[index] = wrapped
    return layers


def trainable(model: nn.Module):
    return [p for p in model.parameters() if p.requires_grad]
