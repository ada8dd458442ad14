"""Adaptive Runge-Kutta on batches (all members share the step)."""
import torch

from .tableau import A, C, E, combine


def _rk_step(f, t, y, dt):
    ks = [f(t, y)]
    for row, c in zip(A, C):
        ks.append(f(t + c * dt, y + combine(ks, row, dt)))
    return y + combine(ks[:3], A[-1], dt), combine(ks, E, dt)


def _ratio(err, y, rtol, atol=1e-6):
    return (err.abs() / (atol + rtol * y.abs())).amax()


def _substeps(f, t, y, dt, rtol):
    """How many equal substeps the interval needs."""
    with torch.no_grad():
        _, err = _rk_step(f, t, y, dt)
        need = _ratio(err, y, rtol).clamp(min=1.0) ** (1 / 3)
    return int(need.ceil())


def odeint(f, y0, times, rtol=1e-4):
    ys = [y0]
    for i in range(len(times) - 1):
        t, dt = times[i], times[i + 1] - times[i]
        n = _substeps(f, t, ys[-1], dt, rtol)
        y = ys[-1]
        for k in range(n):
            y, _ = _rk_step(f, t + k * dt / n, y, dt / n)
        ys.append(y)
    return torch.stack(ys)
