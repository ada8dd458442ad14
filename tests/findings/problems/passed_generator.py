"""A compiled function loops over a generator that its caller makes."""

from __future__ import annotations

from typing import Iterator

import torch


def chunks(x: torch.Tensor) -> Iterator[torch.Tensor]:
    for part in x.chunk(3):
        yield part * 2


def summed(parts: Iterator[torch.Tensor]) -> torch.Tensor:
    total = torch.zeros(4)
    for count, part in enumerate(parts, start=1):
        total = total + part.sum(0) / count
    return total


@torch.compile(backend="eager")
def loss(parts: Iterator[torch.Tensor], scale: float) -> torch.Tensor:
    return (summed(parts) * scale).sum()


def main() -> None:
    torch.manual_seed(0)
    for _ in range(3):
        parts = chunks(torch.rand(6, 4))
        print(round(loss(parts, 0.5).item(), 5))


if __name__ == "__main__":
    main()
