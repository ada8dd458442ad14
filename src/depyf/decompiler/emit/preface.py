"""What a text says of the names that it gives to objects without a literal.

Functions of `depyf.intrinsics` are imported; what any other name stands for is said in
a comment, at the top of the function::

    from depyf.intrinsics import special_method

    def f(x):
        # torch_bfloat16: the object torch.bfloat16
        ...
"""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.emit.object_expressions import definition_of
from depyf.decompiler.emit.objects import described
from depyf.decompiler.emit.pieces import Break, Close, Open, Piece, lay_out
from depyf.decompiler.ir import intrinsic_operations

if TYPE_CHECKING:
    from depyf.decompiler.emit.settings import EmitSettings

_MODULE = "depyf.intrinsics"


@dataclass(frozen=True)
class Preface:
    """What comes before the statements of a text.

    Args:
        definitions: lines of code above it.
        notes: comments at its top.
    """

    definitions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


NO_PREFACE = Preface()


def preface_of(objects: Mapping[str, object], settings: EmitSettings) -> Preface:
    """Returns what is to be said of the names of a text.

    Args:
        objects: what the names stand for.
        settings: how the text is printed.

    Raises:
        UnwrittenObjectError: a standalone text cannot define one of the names.
    """
    imported: list[str] = []
    definitions: list[str] = []
    notes: list[str] = []
    for name, value in objects.items():
        if vars(builtins).get(name) is value:
            continue  # it is known by that name
        intrinsic = intrinsic_operations.name_of(value)
        if intrinsic:
            is_plain = name == intrinsic
            imported.append(name if is_plain else f"{intrinsic} as {name}")
        elif settings.standalone:
            definitions += definition_of(name, value)
        else:
            notes.append(f"# {name}: {described(value)}")
    return Preface((*_imports(imported, settings), *definitions), tuple(notes))


def _imports(names: list[str], settings: EmitSettings) -> tuple[str, ...]:
    if not names:
        return ()
    pieces: list[Piece] = [f"from {_MODULE} import ", Open("(", hidden=True)]
    for number, name in enumerate(sorted(names)):
        pieces += [",", Break()] if number else []
        pieces.append(name)
    pieces.append(Close(")", comma=True, hidden=True))
    width = settings.line_length - settings.base_indent
    return tuple(lay_out(pieces, 0, width, settings.indentation))
