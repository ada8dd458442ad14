import math
from dataclasses import dataclass
from typing import Iterator

import torch


@dataclass
class Episode:
    support_x: torch.Tensor
    support_y: torch.Tensor
    query_x: torch.Tensor
    query_y: torch.Tensor


class SineTasks:
    def __init__(self, shots: int, queries: int, noise: float = 0.02) -> None:
        self.shots, self.queries, self.noise = shots, queries, noise

    def sample(self) -> Episode:
        amplitude = 0.5 + 2.0 * torch.rand(())
        phase = math.pi * torch.rand(())
        x = torch.rand(self.shots + self.queries, 1) * 8 - 4
        y = amplitude * torch.sin(x + phase) + self.noise * torch.randn_like(x)
        s = self.shots
        return Episode(x[:s], y[:s], x[s:], y[s:])

    def batches(self, count: int, size: int) -> Iterator[list[Episode]]:
        for _ in range(count):
            yield [self.sample() for _ in range(size)]
