"""What we do so that numbers can be compared between runs."""
import contextlib
import random

import torch


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed)


def strict():
    torch.use_deterministic_algorithms(True, warn_only=True)


@contextlib.contextmanager
def reproducible(seed):
    state = torch.get_rng_state()
    seed_everything(seed)
    strict()
    try:
        yield
    finally:
        torch.set_rng_state(state)
