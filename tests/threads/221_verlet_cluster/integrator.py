from dataclasses import dataclass

import torch

from forces import Potential


@dataclass
class State:
    x: torch.Tensor
    v: torch.Tensor
    f: torch.Tensor | None = None
    e: torch.Tensor | None = None
    step: int = 0


@dataclass
class Verlet:
    potential: Potential
    dt: float = 0.01

    def advance(self, s: State) -> State:
        if s.f is None:
            s.e, s.f = self.potential.energy_and_force(s.x.clone())
        half = s.v + 0.5 * self.dt * s.f
        x = s.x + self.dt * half
        e, f = self.potential.energy_and_force(x)
        return State(x, half + 0.5 * self.dt * f, f, e, s.step + 1)


@dataclass
class Thermostat:
    temperature: float
    every: int = 5

    def __call__(self, s: State) -> State:
        if s.step % self.every:
            return s
        s.v = s.v * (self.temperature / s.v.square().mean((1, 2), keepdim=True)).sqrt()
        s.x = s.x - s.x.mean(1, keepdim=True)
        return s
