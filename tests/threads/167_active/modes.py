"""How to run the network when no gradient is needed."""
import contextlib

import torch


@contextlib.contextmanager
def frozen(strict=False):
    ctx = torch.inference_mode() if strict else torch.no_grad()
    with ctx:
        yield


@contextlib.contextmanager
def deterministic(seed):
    state = torch.get_rng_state()
    torch.manual_seed(seed)
    try:
        yield
    finally:
        torch.set_rng_state(state)
