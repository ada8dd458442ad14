from dataclasses import dataclass

import torch


@dataclass
class Step:
    sigma: torch.Tensor
    ratio: torch.Tensor
    mode: str
    name: str

    @property
    def label(self):
        return self.name.replace("/", "_")


class Schedule:
    def __init__(self, steps, high=2.0, low=0.05):
        self.sigmas = torch.logspace(0, 1, steps + 1, base=low / high) * high

    def __iter__(self):
        for i in range(len(self.sigmas) - 1):
            now, then = self.sigmas[i], self.sigmas[i + 1]
            yield Step(now, then / now, "ancestral", f"noise/{i}")
