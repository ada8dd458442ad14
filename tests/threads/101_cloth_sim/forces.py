import torch

import world


def stretch(pos, rest, dim):
    d = pos.diff(dim=dim)
    length = d.norm(dim=-1, keepdim=True).clamp_min(1e-6)
    return (length - rest) * d / length


def spring_energy(pos, rest):
    return 0.5 * world.STIFFNESS * sum(stretch(pos, rest, d).pow(2).sum() for d in (0, 1))


def springs(pos, rest):
    f = torch.zeros_like(pos)
    h, v = stretch(pos, rest, 1), stretch(pos, rest, 0)
    f[:, :-1] += h
    f[:, 1:] -= h
    f[:-1] += v
    f[1:] -= v
    return world.STIFFNESS * f


def outside(pos):
    f = torch.zeros_like(pos)
    f[..., 2] = world.GRAVITY * 0.1
    f[..., 1] = world.wind
    return f
