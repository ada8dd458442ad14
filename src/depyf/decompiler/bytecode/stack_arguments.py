"""Which variables a resume function of Dynamo stores its stack arguments into."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING, Iterator

if TYPE_CHECKING:
    from types import CodeType

#: What Dynamo calls the parameters that are values on the stack, to be pushed again.
STACK_PREFIX = "___stack"

_NOTHING = (
    "CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "MAKE_CELL", "NOP", "PRECALL", "RESUME",
)  # fmt: skip
_JUMPS = ("JUMP_FORWARD", "JUMP_ABSOLUTE")


def stack_variables(code: CodeType) -> dict[str, str]:
    """Return, by parameter, the variable that its value is stored into at once.

    A resume function begins with pushing its stack arguments; where the statement that
    broke the graph was ``y = f(x)``, storing into ``y`` comes next.

    >>> def resume(___stack0, x):
    ...     y = ___stack0
    ...     return y + x
    >>> stack_variables(resume.__code__)
    {'___stack0': 'y'}
    """
    found: dict[str, str] = {}
    pushed: list[str] = []
    for operation, name in _straight(code):
        if operation == "load":
            pushed.append(name)
            continue
        value = pushed.pop() if pushed else ""
        if value.startswith(STACK_PREFIX):
            found.setdefault(value, name)
    return found


def _straight(code: CodeType) -> Iterator[tuple[str, str]]:
    """Yields what is loaded and stored at the beginning, jumps followed."""
    instructions = list(dis.get_instructions(code))
    place_of = {one.offset: place for place, one in enumerate(instructions)}
    place, steps = 0, 0
    while place < len(instructions) and steps < len(instructions):
        one = instructions[place]
        place, steps = place + 1, steps + 1
        name = one.opname
        if name in _NOTHING:
            continue
        if name in _JUMPS:
            place = place_of.get(one.argval, len(instructions))
            continue
        if name == "LOAD_CONST":  # a note of Dynamo's to itself is stored first
            yield "load", ""
            continue
        kinds = _accesses(name)
        if not kinds:
            return
        names = one.argval if isinstance(one.argval, tuple) else (one.argval,)
        yield from zip(kinds, map(str, names))


def _accesses(opname: str) -> list[str]:
    """``STORE_FAST_LOAD_FAST`` -> ``["store", "load"]``; empty for others."""
    parts = opname.split("_")
    found = [part.lower() for part in parts if part in ("LOAD", "STORE")]
    is_local = "FAST" in parts or opname == "STORE_DEREF"
    return found if is_local and "CLEAR" not in parts else []
