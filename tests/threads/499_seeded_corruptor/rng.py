import contextlib

import torch


@contextlib.contextmanager
def fixed_seed(seed):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


def seed_everything(seed):
    torch.manual_seed(seed)
    return torch.Generator().manual_seed(seed + 1)
