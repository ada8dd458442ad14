"""Functional training of a small regressor with momentum of our own."""
import torch

import losses


def init(width, seed, d=6):
    g = torch.Generator().manual_seed(seed)
    p = {
        "w1": torch.randn(d, width, generator=g) / d ** 0.5,
        "b1": torch.zeros(width),
        "w2": torch.randn(width, width, generator=g) / width ** 0.5,
        "b2": torch.zeros(width),
        "w3": torch.randn(width, 1, generator=g) / width ** 0.5,
    }
    return p, {k: torch.zeros_like(v) for k, v in p.items()}


def predict(p, x):
    h = torch.tanh(x @ p["w1"] + p["b1"])
    h = torch.tanh(h @ p["w2"] + p["b2"])
    return (h @ p["w3"]).squeeze(-1)


@torch.compile(backend="eager")
def objective(p, x, y, criterion, penalty):
    return criterion(predict(p, x), y) + penalty(p)


@torch.no_grad()
def update(p, vel, grads, lr, momentum):
    for (k, v), g in zip(p.items(), grads):
        vel[k].mul_(momentum).add_(g)
        v.sub_(lr * vel[k])


def run_trial(trial, data, steps):
    p, vel = init(trial.width, seed=0)
    criterion, penalty = trial.loss(), trial.penalty()
    for x, y in data.batches(steps):
        for v in p.values():
            v.requires_grad_(True)
        loss = objective(p, x, y, criterion, penalty)
        grads = torch.autograd.grad(loss, list(p.values()))
        update(p, vel, grads, trial.lr, trial.momentum)
    with torch.no_grad():
        return losses.mae(predict(p, data.x_val), data.y_val).item()
