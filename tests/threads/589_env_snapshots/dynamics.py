import torch

from state import CartState

GRAVITY, POLE, MASS_POLE, MASS_ALL, DT = 9.8, 0.5, 0.1, 1.1, 0.02


def advance(state, force):
    cos, sin = torch.cos(state.angle), torch.sin(state.angle)
    push = (force + POLE * MASS_POLE * state.spin.pow(2) * sin) / MASS_ALL
    spin_acc = (GRAVITY * sin - cos * push) / (POLE * (4 / 3 - MASS_POLE * cos.pow(2) / MASS_ALL))
    acc = push - POLE * MASS_POLE * spin_acc * cos / MASS_ALL
    return CartState(
        pos=state.pos + DT * state.vel,
        vel=state.vel + DT * acc,
        angle=state.angle + DT * state.spin,
        spin=state.spin + DT * spin_acc,
    )


def cost(state, force):
    return state.angle.pow(2) + 0.05 * state.pos.pow(2) + 1e-4 * force.pow(2)
