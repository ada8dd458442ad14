"""A picture of one proof: which instructions of two codes were compared.

The validator itself is asked: it is run with a listener, and every pair in the picture
is one that it compared.
"""

from __future__ import annotations

import io
import runpy
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Iterator

from depyf.decompiler import compile_decompiled, decompile_code
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.normal_form import raw_operation
from depyf.decompiler.lift import lift
from depyf.decompiler.validate import validate
from depyf.render.drawing.picture import (
    CODE,
    HEAD,
    Box,
    Line,
    Node,
    Picture,
    Route,
)
from tests.docs.drawing.parts import Drawing, Tag

if TYPE_CHECKING:
    from pathlib import Path

_WIDTH, _HEIGHT, _GAP, _BETWEEN = 256.0, 26.0, 12.0, 180.0
_EDGE = 2.0
_TOP = 30.0
_KINDS = {"POP_JUMP": "guard", "RETURN": "output"}


def proof_picture(folder: Path, offset: int) -> Picture:
    """Return the picture of the proof for `with_jump_to(offset)` of `bytecode.py`."""
    with redirect_stdout(io.StringIO()):
        made = runpy.run_path(str(folder / "bytecode.py"))["with_jump_to"](offset)
    text = decompile_code(made)
    original, again = map(CodeUnit.from_code, (made, compile_decompiled(text, made)))
    pairs = compared(original, again)
    columns = [
        list(
            _boxes(
                unit, {pair[side] for pair in pairs}, _EDGE + side * (_WIDTH + _BETWEEN)
            )
        )
        for side, unit in enumerate((original, again))
    ]
    left, right = ({box.node.key: box for box in column} for column in columns)
    routes = tuple(
        Route(
            (
                (left[str(one)].right, left[str(one)].centre),
                (right[str(other)].x, right[str(other)].centre),
            ),
            arrow=False,
        )
        for one, other in sorted(pairs)
    )
    boxes = (*columns[0], *columns[1])
    tags = (
        Tag(_EDGE, _TOP / 2, "the bytecode", HEAD),
        Tag(_EDGE + _WIDTH + _BETWEEN, _TOP / 2, "the text, compiled again", HEAD),
    )
    return Drawing(
        "Which instructions were compared in a proof",
        "; ".join(f"{one} with {other}" for one, other in sorted(pairs)),
        2 * (_EDGE + _WIDTH) + _BETWEEN,
        max(box.bottom for box in boxes) + _EDGE,
        boxes,
        routes,
        tags=tags,
    )


def compared(original: CodeUnit, again: CodeUnit) -> set[tuple[int, int]]:
    """Return the offsets of the pairs that a proof compares.

    Raises:
        ValueError: there is no proof.
    """
    asked: list[int] = []

    def told(unit: object, origins: frozenset[int]) -> object:
        asked.append(max(origins))
        return raw_operation(unit, origins)

    verdict = validate(lift(original), lift(again), lift=lift, raw_label=told)
    if not verdict.equivalent:
        raise ValueError(verdict.reason)
    return set(zip(asked[::2], asked[1::2]))


def _boxes(unit: CodeUnit, offsets: set[int], x: float) -> Iterator[Box]:
    shown = [one for one in unit.instructions if one.offset in offsets]
    for number, one in enumerate(shown):
        kind = next(
            (kind for name, kind in _KINDS.items() if one.opname.startswith(name)),
            "operator",
        )
        argument = f" {one.argval}" if one.arg is not None else ""
        line = Line(f"{one.offset:>3} {one.opname}{argument}", CODE)
        y = _TOP + number * (_HEIGHT + _GAP)
        node = Node(str(one.offset), kind, (line,))
        yield Box(node, (line,), x, y, _WIDTH, _HEIGHT)
