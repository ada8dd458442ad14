"""A configuration keeps derived sizes in cached properties, which the model reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import nn


@dataclass
class Config:
    width: int = 8
    heads: int = 2

    @cached_property
    def head_dim(self) -> int:
        return self.width // self.heads

    @cached_property
    def scale(self) -> float:
        return self.head_dim**-0.5


class Attention(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.query = nn.Linear(config.width, config.width)

    def split(self, x: torch.Tensor) -> torch.Tensor:
        return x.view(x.shape[0], self.config.heads, self.config.head_dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.split(self.query(x)) * self.config.scale


def main() -> None:
    torch.manual_seed(0)
    model = torch.compile(Attention(Config()), backend="eager")
    for _ in range(2):
        print(round(model(torch.rand(3, 8)).sum().item(), 5))


if __name__ == "__main__":
    main()
