from dataclasses import dataclass, field

import torch


@dataclass
class SolverConfig:
    tol: float = 1e-4
    h0: float = 0.05
    h_max: float = 0.2
    safety: float = 0.9
    compile: bool = True
    options: dict = field(default_factory=lambda: {"backend": "eager", "dynamic": False})

    def wrap(self, fn):
        return torch.compile(fn, **self.options) if self.compile else fn
