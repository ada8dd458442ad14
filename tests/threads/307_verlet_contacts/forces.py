"""Forces on a bed of equal spheres: gravity, pair repulsion, floor, drag."""
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Material:
    radius: float = 0.5
    stiffness: float = 400.0
    damping: float = 1.5
    gravity: float = -9.81


def pair_repulsion(pos, mat):
    delta = pos[:, None] - pos[None]
    dist = (delta.square().sum(-1) + 1e-9).sqrt()
    overlap = (2 * mat.radius - dist).clamp_min(0.0)
    overlap = overlap - torch.diag(overlap.diagonal())
    return mat.stiffness * (overlap / dist).unsqueeze(-1).mul(delta).sum(1)


def floor_reaction(height, speed, mat):
    depth = (mat.radius - height).clamp_min(0.0)
    return mat.stiffness * depth - mat.damping * speed * (depth > 0)


def total(pos, vel, mass, mat):
    pairs = pair_repulsion(pos, mat)
    drag = -0.1 * vel
    up = floor_reaction(pos[:, 2], vel[:, 2], mat) + mass * mat.gravity
    rows = [pairs[:, k] + drag[:, k] for k in range(2)]
    rows.append(pairs[:, 2] + drag[:, 2] + up)
    return torch.stack(rows).T


def potential(pos, mass, mat):
    return (-mat.gravity * mass * pos[:, 2]).sum()
