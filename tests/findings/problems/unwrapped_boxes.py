"""A function that must be one graph turns a tensor subclass into a plain tensor."""

from __future__ import annotations

import torch


class Boxes(torch.Tensor):
    def widths(self) -> torch.Tensor:
        return self[..., 2] - self[..., 0]


def plain(boxes: torch.Tensor) -> torch.Tensor:
    if type(boxes) is torch.Tensor:
        return boxes
    return boxes.as_subclass(torch.Tensor)


@torch.compile(backend="eager", fullgraph=True)
def loss(boxes: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return (plain(boxes) - targets).abs().mean()


def main() -> None:
    torch.manual_seed(0)
    boxes = torch.rand(4, 4).as_subclass(Boxes)
    print("width", round(float(boxes.widths().mean()), 4))
    try:
        print(round(loss(boxes, torch.rand(4, 4)).item(), 5))
    except Exception as error:
        print(type(error).__name__)


if __name__ == "__main__":
    main()
