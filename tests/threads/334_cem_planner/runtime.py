"""Process-level settings of the workers."""
import contextlib
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class WorkerSpec:
    name: str
    threads: int
    seed: int


@contextlib.contextmanager
def worker(spec):
    """Run the body as the given worker: its seed, its share of the cores."""
    before = torch.get_num_threads()
    torch.manual_seed(spec.seed)
    torch.set_num_threads(spec.threads)
    try:
        yield spec
    finally:
        torch.set_num_threads(before)
