"""Finite-difference operators on a periodic 2-D grid."""
import torch


def laplacian(field, h):
    north = torch.roll(field, 1, dims=-2)
    south = torch.roll(field, -1, dims=-2)
    west = torch.roll(field, 1, dims=-1)
    east = torch.roll(field, -1, dims=-1)
    return (north + south + west + east - 4.0 * field) / (h * h)


def divergence(u, v, h):
    du = torch.roll(u, -1, dims=-1) - torch.roll(u, 1, dims=-1)
    dv = torch.roll(v, -1, dims=-2) - torch.roll(v, 1, dims=-2)
    return (du + dv) / (2.0 * h)


def gradient(p, h):
    px = (torch.roll(p, -1, dims=-1) - torch.roll(p, 1, dims=-1)) / (2.0 * h)
    py = (torch.roll(p, -1, dims=-2) - torch.roll(p, 1, dims=-2)) / (2.0 * h)
    return px, py


def kinetic_energy(u, v):
    return 0.5 * (u.square() + v.square()).mean()
