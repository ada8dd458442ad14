import torch

DEFAULTS = {"h": 0.1, "h_max": 0.5, "grow": 1.1, "span": 1.0, "lr": 0.1, "iters": 3}


def load(overrides):
    """All numbers in double precision, so that the solver does not lose digits."""
    cfg = dict(DEFAULTS)
    cfg.update(overrides)
    unknown = set(cfg) - set(DEFAULTS)
    if unknown:
        raise KeyError(sorted(unknown))
    return {k: torch.tensor(v, dtype=torch.float64) for k, v in cfg.items()}
