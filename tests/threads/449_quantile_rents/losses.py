from dataclasses import dataclass
from typing import Callable, Dict, Sequence

import torch


@dataclass(frozen=True)
class QuantileSpec:
    name: str
    tau: float
    delta: float = 0.05
    weight: float = 1.0


def make_pinball(tau: float, delta: float, weight: float) -> Callable:
    """Pinball loss with a quadratic zone of width delta around zero."""

    def pinball(pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        err = target - pred
        near = 0.5 * err.square() / delta
        far = err.abs() - 0.5 * delta
        huber = torch.where(err.abs() < delta, near, far)
        side = torch.where(err >= 0, tau, 1.0 - tau)
        return weight * (side * huber).mean()

    return pinball


def mean_absolute(pred: torch.Tensor, target: torch.Tensor) -> float:
    return (pred - target).abs().mean().item()


def coverage(low: torch.Tensor, high: torch.Tensor, target: torch.Tensor) -> float:
    return ((target >= low) & (target <= high)).float().mean().item()


def build_criteria(specs: Sequence[QuantileSpec]) -> Dict[str, Callable]:
    return {s.name: make_pinball(s.tau, s.delta, s.weight) for s in specs}
