"""What a row of the gallery is: how to make a model, and what to call it with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Dict, Tuple

if TYPE_CHECKING:
    from torch import Tensor, nn

Batch = Dict[str, "Tensor"]


@dataclass(frozen=True)
class Row:
    """A model with random weights, small enough to be compiled in seconds.

    Attributes:
        name: of the row, as in `nox -s gallery -- NAME`.
        kind: for readers: "decoder", "mixture of experts", "vision", "optimizer", ...
        library: the package that it needs beside torch, "torch" if none.
        make: returns the module. It runs after `torch.manual_seed`.
        batch: returns the keyword arguments of one call, likewise.
        trains: whether the gallery trains it, too: the output's `loss`, or the sum of
            its floating tensors, is differentiated.
        backend: "inductor", or "aot_eager" where Inductor takes minutes.
        why: the reason for a backend other than "inductor", or for not training.
    """

    name: str
    kind: str
    library: str
    make: Callable[[], nn.Module]
    batch: Callable[[], Batch]
    trains: bool = True
    backend: str = "inductor"
    why: str = ""


@dataclass(frozen=True)
class LeftOut:
    """A model that does not run without depyf, hence tells nothing about it.

    Attributes:
        name: of the model.
        library: the package that it comes from.
        reason: the error, or what it would need.
    """

    name: str
    library: str
    reason: str


Rows = Tuple[Row, ...]
