"""A step of training inside the module: forward, backward, and an optimizer's step."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class Trained(nn.Module):
    """A network that makes one step with an optimizer of torch at each call."""

    def __init__(self, optimizer: str, *, bias: bool = True, **options: object) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(8, 16, bias=bias), nn.ReLU(), nn.Linear(16, 1, bias=bias)
        )
        weights = self.net.parameters()
        self.optimizer = getattr(torch.optim, optimizer)(weights, **options)

    def forward(self, x: Tensor, y: Tensor) -> list[Tensor]:
        """Returns the parameters after the step."""
        self.optimizer.zero_grad()
        with torch.enable_grad():
            functional.mse_loss(self.net(x), y).backward()
        self.optimizer.step()
        return [weight.detach().clone() for weight in self.net.parameters()]


class Lion(nn.Module):
    """An optimizer written by hand, as many are: the sign of a moving mean."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(8, 4))
        self.register_buffer("mean", torch.zeros(8, 4))

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        """Returns the weight after a step."""
        with torch.enable_grad():
            loss = functional.mse_loss(x @ self.weight, y)
            (slope,) = torch.autograd.grad(loss, self.weight)
        with torch.no_grad():
            self.weight -= 0.01 * torch.sign(0.9 * self.mean + 0.1 * slope)
            self.mean.lerp_(slope, 0.01)
        return self.weight.clone()
