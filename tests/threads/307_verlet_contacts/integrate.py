from dataclasses import dataclass, replace

import torch

import forces


@dataclass
class State:
    pos: torch.Tensor
    vel: torch.Tensor
    acc: torch.Tensor
    mass: torch.Tensor

    def kinetic(self):
        return 0.5 * (self.mass * self.vel.square().sum(-1)).sum()


def at_rest(pos, mass):
    return State(pos, torch.zeros_like(pos), torch.zeros_like(pos), mass)


class Verlet:
    def __init__(self, material, dt):
        self.material = material
        self.dt = dt

    def step(self, state):
        dt = self.dt
        pos = state.pos + dt * state.vel + 0.5 * dt * dt * state.acc
        half = state.vel + 0.5 * dt * state.acc
        force = forces.total(pos, half, state.mass, self.material)
        acc = force / state.mass.unsqueeze(-1)
        return replace(state, pos=pos, vel=half + 0.5 * dt * acc, acc=acc)
