import torch

from cell import residual
from pullback import Pullback, unit


def leaf(z):
    return z.detach().requires_grad_()


def fixed_point(cell, x, steps=12, tol=1e-4):
    z = leaf(torch.zeros_like(x))
    for _ in range(steps):
        fz = cell(z, x)
        gap = residual(z, fz)
        z = leaf(fz)
        if gap < tol:
            break
    return z, gap


def spectral_radius(cell, z, x, rounds=5):
    z = leaf(z)
    pull = Pullback(cell(z, x), z, reuse=True)
    v = unit(torch.ones_like(z))
    for _ in range(rounds):
        w = pull(v)
        radius = w.norm(dim=-1).mean()
        v = unit(w)
    return radius.item()


def phantom(cell, z, x, steps=2, damp=0.8):
    for _ in range(steps):
        z = damp * cell(z, x) + (1 - damp) * z
    return z
