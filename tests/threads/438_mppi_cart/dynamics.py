"""Cart-pole equations of motion, batched over candidates."""
import torch

GRAVITY, CART, POLE, HALF = 9.81, 1.0, 0.1, 0.5


def derivative(state, force):
    _, v, th, om = state.unbind(-1)
    s, c = torch.sin(th), torch.cos(th)
    push = (force + POLE * HALF * om.pow(2) * s) / (CART + POLE)
    alpha = (GRAVITY * s - c * push) / (HALF * (4.0 / 3.0 - POLE * c.pow(2) / (CART + POLE)))
    return torch.stack([v, push - POLE * HALF * alpha * c / (CART + POLE), om, alpha], -1)


def advance(state, force, dt=0.04):
    mid = state + 0.5 * dt * derivative(state, force)
    return state + dt * derivative(mid, force)


def rollout_cost(state, forces):
    weight = torch.tensor([0.5, 0.05, 4.0, 0.1])
    x = state.expand(forces.shape[0], -1)
    cost = torch.zeros(forces.shape[0])
    for t in range(forces.shape[1]):
        x = advance(x, forces[:, t])
        cost = cost + (weight * x.pow(2)).sum(-1) + 1e-3 * forces[:, t].pow(2)
    return cost
