"""Reads torch's records on side effects, sizes and the origins of kernels."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from depyf.model.detail_events import (
    KernelOrigin,
    KernelOrigins,
    ShapeGuard,
    SideEffect,
    SideEffects,
)

if TYPE_CHECKING:
    from depyf.capture.user_lines import UserLines
    from depyf.model.events import SourceLine
    from depyf.model.ids import CompileId

_EFFECT = re.compile(
    r"^Mutating object of type (?P<type>.*?)"
    r" \((?:source(?: name)?: (?P<target>.*?)|no source)\)"
    r"(?: \(unable to find user stacks.*)?$"
)
# What torch draws between two objects, and between two stacks of one.
_BETWEEN_OBJECTS = "\n\n" + "=" * 40 + "\n\n"
_BETWEEN_STACKS = re.compile(r"^\s*\*{8}\s*$", re.MULTILINE)
_FRAME = re.compile(
    r'^\s*File "(?P<file>.+)", line (?P<line>\d+)(?:, in (?P<function>.+))?$'
)
_UNNAMED = "<unknown type>"
_MARKS = re.compile(r"^[\s~^]*$")
_TORCH = re.compile(r"[\\/](?:site|dist)-packages[\\/]torch[\\/]")


def users_own(stack: Sequence[SourceLine]) -> SourceLine | None:
    """Return the innermost line that is not torch's own, else the innermost."""
    own = [line for line in stack if not _TORCH.search(line.file)]
    found = own or list(stack)
    return found[-1] if found else None


def side_effects(
    compile_id: CompileId | None, text: str, places: UserLines
) -> SideEffects:
    """Return what torch says it will do after the graph, object by object.

    ``Mutating object of type list (source name: L['a'])``, then one user stack, or
    several, for each place that changes it.
    """
    effects = []
    for part in places.in_text(text).split(_BETWEEN_OBJECTS):
        head, _, stacks = part.strip("\n").partition("\n")
        found = _EFFECT.match(head.strip())
        if found is None:
            continue
        kind = "" if found["type"] == _UNNAMED else found["type"]
        ends = [
            users_own(_stack(stack, places)) for stack in _BETWEEN_STACKS.split(stacks)
        ]
        lines = dict.fromkeys(end for end in ends if end is not None)
        effects.append(SideEffect(found["target"] or "", kind, tuple(lines)))
    return SideEffects(compile_id, effects=tuple(effects))


def _stack(text: str, places: UserLines) -> list[SourceLine]:
    lines = [line for line in text.splitlines() if line.strip()]
    return printed_stack(lines, places)


def printed_stack(lines: Sequence[str], places: UserLines) -> list[SourceLine]:
    """Return the frames of a stack as Python prints it, innermost last.

    Args:
        lines: those of the text, without empty ones.
        places: leads from our files to the user's.
    """
    stack: list[SourceLine] = []
    for position, line in enumerate(lines):
        found = _FRAME.match(line)
        if found is None:
            continue
        after = lines[position + 1] if position + 1 < len(lines) else ""
        source = "" if _FRAME.match(after) or _MARKS.match(after) else after.strip()
        number, function = int(found["line"]), found["function"] or ""
        stack.append(places.source_line(found["file"], number, function, source))
    return stack


def shape_guard(
    compile_id: CompileId | None,
    about: Mapping[str, Any],
    stack: Sequence[SourceLine],
) -> ShapeGuard:
    """Return a condition on sizes that tracing needed."""
    return ShapeGuard(
        compile_id,
        expression=str(about.get("expr", "")),
        user_line=users_own(stack),
    )


def specialization(
    compile_id: CompileId | None,
    about: Mapping[str, Any],
    stack: Sequence[SourceLine],
) -> ShapeGuard:
    """Return why a size became a constant."""
    return ShapeGuard(
        compile_id,
        expression=f"{about.get('symbol', '')} == {about.get('value', '')}",
        user_line=users_own(stack),
        reason=str(about.get("reason") or "made a constant"),
    )


def nodes_of_kernels(compile_id: CompileId | None, text: str) -> KernelOrigins:
    """Return the nodes of the lowered graph behind each kernel."""
    found = _mapping(_mapping(json.loads(text or "{}")).get("cppCodeToPost"))
    origins = [
        KernelOrigin(kernel, tuple(str(node) for node in nodes))
        for kernel, nodes in found.items()
        if isinstance(nodes, list)
    ]
    return KernelOrigins(compile_id, origins=tuple(origins))


def lines_of_kernels(
    compile_id: CompileId | None, text: str, places: UserLines
) -> KernelOrigins:
    """Return the user's lines behind each kernel."""
    origins = []
    for kernel, stacks in _mapping(json.loads(text or "{}")).items():
        lines: dict[SourceLine, None] = {}
        for stack in stacks if isinstance(stacks, list) else ():
            end = users_own(_stack(places.in_text(str(stack)), places))
            if end is not None:
                lines[end] = None
        origins.append(KernelOrigin(kernel, user_lines=tuple(lines)))
    return KernelOrigins(compile_id, origins=tuple(origins))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
