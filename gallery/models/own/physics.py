"""Physics: networks whose derivatives count, and equations that are solved."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def _net(inner: int, outer: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inner, 16), nn.Tanh(), nn.Linear(16, outer))


class HeatEquation(nn.Module):
    """A physics-informed network: u_t = u_xx, by derivatives of the network."""

    def __init__(self) -> None:
        super().__init__()
        self.net = _net(2, 1)

    def forward(self, points: Tensor) -> Tensor:
        """Returns the mean square of what the equation leaves over."""
        slope = torch.func.grad(lambda point: self.net(point).sum())
        bend = torch.func.grad(lambda point: slope(point)[1])
        in_time = torch.func.vmap(slope)(points)[:, 0]
        return ((in_time - torch.func.vmap(bend)(points)[:, 1]) ** 2).mean()


class Hamiltonian(nn.Module):
    """Motion from the gradient of a learned energy, by torch.func."""

    def __init__(self) -> None:
        super().__init__()
        self.energy = _net(4, 1)

    def forward(self, state: Tensor) -> Tensor:
        """Returns how positions and momenta change."""
        slope = torch.func.grad(lambda at: self.energy(at).sum())(state)
        position, momentum = slope.chunk(2, dim=-1)
        return torch.cat((momentum, -position), dim=-1)


class Jacobians(nn.Module):
    """The divergence of a vector field, by vmap of jacrev."""

    def __init__(self) -> None:
        super().__init__()
        self.field = _net(3, 3)

    def forward(self, points: Tensor) -> Tensor:
        """Returns the divergence at each point."""
        jacobians = torch.func.vmap(torch.func.jacrev(self.field))(points)
        return jacobians.diagonal(dim1=-2, dim2=-1).sum(-1)


class NeuralODE(nn.Module):
    """Runge and Kutta's steps of a learned motion."""

    def __init__(self, steps: int = 4) -> None:
        super().__init__()
        self.steps, self.motion = steps, _net(3, 2)

    def _moved(self, time: float, state: Tensor) -> Tensor:
        clock = state.new_full((len(state), 1), time)
        return self.motion(torch.cat((state, clock), dim=-1))

    def forward(self, state: Tensor) -> Tensor:
        """Returns the path, [steps + 1, batch, 2]."""
        path, step = [state], 1.0 / self.steps
        for number in range(self.steps):
            time = number * step
            one = self._moved(time, state)
            two = self._moved(time + step / 2, state + step / 2 * one)
            three = self._moved(time + step / 2, state + step / 2 * two)
            four = self._moved(time + step, state + step * three)
            state = state + step / 6 * (one + 2 * two + 2 * three + four)
            path.append(state)
        return torch.stack(path)


class NeRF(nn.Module):
    """A radiance field: places as waves, and light summed along rays."""

    def __init__(self, waves: int = 3, samples: int = 8) -> None:
        super().__init__()
        self.samples = samples
        self.register_buffer("waves", 2.0 ** torch.arange(waves))
        self.net = _net(3 + 6 * waves, 4)

    def forward(self, origin: Tensor, direction: Tensor) -> Tensor:
        """Returns the colour that each ray brings."""
        depth = torch.linspace(0.1, 2.0, self.samples, device=origin.device)
        place = origin[:, None] + depth[:, None] * direction[:, None]
        angles = (place[..., None] * self.waves).flatten(-2)
        out = self.net(torch.cat((place, angles.sin(), angles.cos()), dim=-1))
        opaque = 1 - torch.exp(-torch.relu(out[..., 3]) * (depth[1] - depth[0]))
        through = torch.cumprod(1 - opaque + 1e-10, dim=-1)
        weight = opaque * torch.cat(
            (torch.ones_like(through[:, :1]), through[:, :-1]), 1
        )
        return (weight[..., None] * torch.sigmoid(out[..., :3])).sum(1)


class Molecule(nn.Module):
    """SchNet's idea: atoms that hear each other by distance; forces are a gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds = nn.Embedding(4, 8)
        self.filter, self.head = _net(6, 8), _net(8, 1)
        self.register_buffer("centres", torch.linspace(0, 3, 6))

    def _energy(self, kinds: Tensor, places: Tensor) -> Tensor:
        between = places[:, None] - places[None]
        distance = (between.square().sum(-1) + 1e-6).sqrt()
        waves = torch.exp(-2 * (distance[..., None] - self.centres) ** 2)
        heard = (self.filter(waves) * self.kinds(kinds)[None]).sum(1)
        return self.head(self.kinds(kinds) + heard).sum()

    def forward(self, kinds: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the energy, and the force on each atom."""
        with torch.enable_grad():
            places = places.requires_grad_()
            energy = self._energy(kinds, places)
            (slope,) = torch.autograd.grad(energy, places, create_graph=True)
        return energy, -slope
