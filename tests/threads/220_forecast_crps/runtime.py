import contextlib
import os
import time
from collections import defaultdict

import torch


class Stopwatch:
    def __init__(self):
        self.total = defaultdict(float)
        self.count = defaultdict(int)

    @contextlib.contextmanager
    def section(self, name: str):
        start = time.perf_counter()
        try:
            yield
        finally:
            self.total[name] += time.perf_counter() - start
            self.count[name] += 1


@contextlib.contextmanager
def reproducible_reductions(enabled: bool = True):
    """Sum in a fixed order, so that scores of two runs can be compared digit for digit."""
    if not enabled:
        yield
        return
    previous = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(previous)


def setup(seed: int, workers: int = 2) -> None:
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    torch.set_num_threads(workers)
    torch.manual_seed(seed)
