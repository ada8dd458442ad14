"""Differential operators on a scalar field of (x, t)."""
from typing import NamedTuple

import torch


class Jet(NamedTuple):
    u: torch.Tensor
    u_x: torch.Tensor
    u_t: torch.Tensor
    u_xx: torch.Tensor


def jet(field, z):
    z = z.requires_grad_()
    u = field(z)
    slope, = torch.autograd.grad(u.sum(), z, create_graph=True)
    bend, = torch.autograd.grad(slope[:, 0].sum(), z, create_graph=True)
    return Jet(u, slope[:, 0], slope[:, 1], bend[:, 0])


def burgers(j, viscosity):
    return j.u_t + j.u * j.u_x - viscosity * j.u_xx
