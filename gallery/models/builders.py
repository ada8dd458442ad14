"""Ways to make a model and a batch, written as one call a row.

What they return imports the libraries when it is called: the list itself needs none.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from torch import nn

    from gallery.models.row import Batch

BATCH, LENGTH, PIXELS, VOCABULARY = 2, 8, 32, 64


def hf(config: str, model: str, **sizes: object) -> Callable[[], nn.Module]:
    """Returns what makes a model of `transformers` of a configuration."""

    def make() -> nn.Module:
        import transformers

        made: nn.Module = getattr(transformers, model)(
            getattr(transformers, config)(**sizes)
        )
        return made

    return make


def call(module: str, name: str, **arguments: object) -> Callable[[], nn.Module]:
    """Returns what calls `module.name(**arguments)`: a class, or a function."""

    def make() -> nn.Module:
        made: nn.Module = getattr(import_module(module), name)(**arguments)
        return made

    return make


def own(module: str, name: str, **arguments: object) -> Callable[[], nn.Module]:
    """Returns what makes a model that is written out in `gallery.models.own`."""
    return call(f"gallery.models.own.{module}", name, **arguments)


def _text(length: int, *, labels: bool) -> Batch:
    import torch

    tokens = torch.randint(3, VOCABULARY, (BATCH, length))
    return {"input_ids": tokens, **({"labels": tokens} if labels else {})}


def text(length: int = LENGTH, *, labels: bool = True) -> Callable[[], Batch]:
    """Returns what makes tokens, which are their own labels."""
    return partial(_text, length, labels=labels)


def _noise(shapes: dict[str, tuple[int, ...]], classes: str) -> Batch:
    import torch

    batch = {name: torch.randn(shape) for name, shape in shapes.items()}
    if classes:
        batch[classes] = torch.tensor([0, 1])
    return batch


def noise(classes: str = "", **shapes: tuple[int, ...]) -> Callable[[], Batch]:
    """Returns what makes tensors of normal noise by name, and two classes."""
    return partial(_noise, shapes, classes)


def images(
    pixels: int = PIXELS, classes: str = "labels", name: str = "pixel_values"
) -> Callable[[], Batch]:
    """Returns what makes square images with three channels, and their classes."""
    return noise(classes, **{name: (BATCH, 3, pixels, pixels)})


def both(*parts: Callable[[], Batch]) -> Callable[[], Batch]:
    """Returns what makes the batches of `parts` as one."""
    return lambda: {name: value for part in parts for name, value in part().items()}


def whole(**ranges: tuple[int, int, tuple[int, ...]]) -> Callable[[], Batch]:
    """Returns what makes whole numbers by name: from, below, and the shape."""

    def make() -> Batch:
        import torch

        return {
            name: torch.randint(low, high, shape)
            for name, (low, high, shape) in ranges.items()
        }

    return make
