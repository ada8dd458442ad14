"""Rigid body of the trunk (planar inertia, small angles)."""
from dataclasses import dataclass

import torch

HIPS = torch.tensor([[0.2, 0.1, 0.0], [0.2, -0.1, 0.0], [-0.2, 0.1, 0.0], [-0.2, -0.1, 0.0]])
GRAVITY = torch.tensor([0.0, 0.0, -9.81])


@dataclass
class Trunk:
    pos: torch.Tensor
    vel: torch.Tensor
    rot: torch.Tensor
    omega: torch.Tensor
    mass: float = 12.0
    inertia: float = 0.4

    @classmethod
    def standing(cls, n):
        z = torch.zeros(n, 3)
        pos = z.clone()
        pos[:, 2] = 0.27 + 0.01 * torch.randn(n)
        return cls(pos, z.clone(), 0.02 * torch.randn(n, 3), z.clone())


def integrate(trunk, force, torque, dt):
    acc = force / trunk.mass + GRAVITY
    alpha = torque / trunk.inertia
    vel = trunk.vel + dt * acc
    omega = 0.98 * (trunk.omega + dt * alpha)
    return Trunk(trunk.pos + dt * vel, vel, trunk.rot + dt * omega, omega, trunk.mass, trunk.inertia)
