import torch

from tableau import RK4


def clip_state(state, limit=20.0):
    return state.clamp(-limit, limit)


def rk_step(system, state, dt, tab):
    ks = []
    for row in tab.a:
        y = state
        for coef, k in zip(row, ks):
            if coef:
                y = y + dt * coef * k
        ks.append(system.field(y))
    out = state
    for b, k in zip(tab.b, ks):
        out = out + dt * b * k
    return clip_state(out)


@torch.compile(backend="eager")
def rollout(system, state, dt, steps, tab=RK4):
    """Integrates `steps` steps and returns the end state and the mean energy on the way."""
    energy = 0.0
    for _ in range(steps):
        state = rk_step(system, state, dt, tab)
        energy = energy + system.energy(state)
    return state, energy / steps
