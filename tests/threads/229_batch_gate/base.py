from dataclasses import dataclass
from typing import Dict, Optional, Tuple

import torch
from torch import nn


@dataclass
class Span:
    low: float
    high: float

    def draw(self, n):
        return self.low + (self.high - self.low) * torch.rand(n)


class Sampler:
    """Draws which images of a batch are changed."""

    def __init__(self, p: float, p_batch: float, same_on_batch: bool = False):
        self.p = p
        self.p_batch = p_batch
        self.same_on_batch = same_on_batch

    def __call__(self, n: int) -> torch.Tensor:
        picked = torch.rand(1) < self.p_batch
        rows = torch.rand(1 if self.same_on_batch else n) < self.p
        if picked.sum() == 1:
            return rows.expand(n)
        return torch.zeros(n, dtype=torch.bool)


class Augmentation(nn.Module):
    def __init__(self, p=0.5, p_batch=1.0, same_on_batch=False):
        super().__init__()
        self.gate = Sampler(p, p_batch, same_on_batch)

    def parameters_for(self, shape: Tuple[int, ...]) -> Dict[str, torch.Tensor]:
        return {}

    def apply(self, images, params):
        raise NotImplementedError

    def forward(self, images, params: Optional[dict] = None):
        if params is None:
            params = self.parameters_for(images.shape)
        rows = self.gate(images.shape[0])
        return torch.where(rows.view(-1, 1, 1, 1), self.apply(images, params), images)
