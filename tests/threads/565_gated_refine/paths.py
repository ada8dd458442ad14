"""What a stage may do with a state once its residual is known."""
import torch


def keep(state):
    return state


def damp(state):
    return state * 0.5


def soft_clip(state):
    return torch.tanh(state / 3.0) * 3.0


PATHS = {"keep": keep, "damp": damp, "clip": soft_clip}


def lookup(name):
    if name not in PATHS:
        raise KeyError(f"unknown path {name}, choose from {sorted(PATHS)}")
    return PATHS[name]
