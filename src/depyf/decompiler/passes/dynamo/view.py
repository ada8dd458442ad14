"""What is known beside the code of a function that Dynamo made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Mapping, Sequence

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.known_objects import KnownObjects


@dataclass(frozen=True)
class View:
    """Facts for the passes of a view, which `Function.view` carries.

    Args:
        objects: what the variables hold when the code begins.
        parameter_names: parameters of resume functions, by global name.
    """

    objects: KnownObjects | None = None
    parameter_names: Mapping[str, Sequence[str]] = field(default_factory=dict)


_NOTHING = View()


def view_of(function: Function) -> View:
    """What is known beside the code; nothing, unless somebody told."""
    return function.view if isinstance(function.view, View) else _NOTHING
