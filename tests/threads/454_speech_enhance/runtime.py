"""Process wide resources: CPU budget per job class, and job statistics."""
import contextlib
import os
from collections import Counter
from dataclasses import dataclass, field

import torch


@dataclass
class RuntimeConfig:
    budget: dict = field(default_factory=lambda: {"live": 1, "preview": 2, "bulk": 4})
    interop: int = 1
    tag: str = os.environ.get("ENHANCE_TAG", "local")


class Runtime:
    def __init__(self, cfg):
        self.cfg = cfg
        self.served = Counter()
        torch.set_num_threads(max(cfg.budget.values()))
        torch.set_num_interop_threads(cfg.interop)

    @contextlib.contextmanager
    def job(self, kind):
        previous = torch.get_num_threads()
        torch.set_num_threads(self.cfg.budget[kind])
        try:
            yield
        finally:
            torch.set_num_threads(previous)
            self.served[kind] += 1

    def report(self):
        return f"[{self.cfg.tag}] " + " ".join(f"{k}={n}" for k, n in sorted(self.served.items()))
