"""mu-law companding as operators of our own, so that they show up in the profiler by name."""
import math

import torch

MU = 15.0


@torch.library.custom_op("codec::mu_law", mutates_args=())
def _mu_law(x: torch.Tensor) -> torch.Tensor:
    y = x.sign() * torch.log1p(MU * x.abs()) / math.log1p(MU)
    return ((y + 1) / 2 * MU).round().to(torch.uint8)


@_mu_law.register_fake
def _(x):
    return torch.empty_like(x, dtype=torch.uint8)


@torch.library.custom_op("codec::mu_law_inverse", mutates_args=())
def _mu_law_inverse(c: torch.Tensor) -> torch.Tensor:
    y = c.float() / MU * 2 - 1
    return y.sign() * torch.expm1(y.abs() * math.log1p(MU)) / MU


def mu_law(x):
    return _mu_law(x.detach())


def mu_law_inverse(codes):
    return _mu_law_inverse(codes)
