from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass
class GuardConfig:
    limit: float = 1.0
    momentum: float = 0.9


def flat_norm(grads: list[Tensor]) -> Tensor:
    return torch.stack([g.double().square().sum() for g in grads]).sum().sqrt()


def centre(grad: Tensor) -> Tensor:
    if grad.dim() < 2:
        return grad
    return grad - grad.mean(dim=1, keepdim=True)


class GradientGuard:
    """Scales a flat gradient back when it leaves the trust region."""

    def __init__(self, cfg: GuardConfig):
        self.cfg = cfg

    def pull_back(self, flat: Tensor, norm: Tensor) -> Tensor:
        wide = flat.double()
        return wide * (self.cfg.limit / norm)

    def keep(self, flat: Tensor, norm: Tensor) -> Tensor:
        return flat.clone()

    def __call__(self, flat: Tensor, norm: Tensor) -> Tensor:
        return torch.cond(norm > self.cfg.limit, self.pull_back, self.keep, (flat, norm))
