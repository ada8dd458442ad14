"""Small guards against bad numbers."""
import functools

import torch


def check_shapes(obs, actions):
    if obs.shape[0] != actions.shape[0]:
        raise ValueError(f"{obs.shape[0]} observations, {actions.shape[0]} actions")


def is_finite(x):
    return torch.isfinite(x).all()


def finite(fn):
    """Replaces what is not finite, so that one bad batch does not end a run."""
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        out = fn(*args, **kwargs)
        return out if is_finite(out) else torch.nan_to_num(out)
    return wrapper


def named(name):
    def deco(fn):
        fn.label = name
        return fn
    return deco
