import torch
from torch.func import jvp, vmap


def jacobian_columns(fn, y):
    def column(v):
        return jvp(fn, (y,), (v,))

    values, columns = vmap(column)(torch.eye(y.numel(), dtype=y.dtype))
    return values[0], columns.T


def directional(fn, y, v, eps=1e-3):
    return (fn(y + eps * v) - fn(y - eps * v)) / (2 * eps)


def stiffness(jac):
    values = torch.linalg.eigvals(jac).real.abs()
    return values.max() / values.min().clamp(min=1e-6)
