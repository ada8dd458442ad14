"""Run a program to find the lines that made the values for which guards failed."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Sequence

from depyf.model.events import SourceLine
from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.user_names import only_path
from depyf.model.value_seen import SeenForm, ValueSeen
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.trial import Command
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Run

_ASPECTS = {
    GuardKind.SIZE: "shape",
    GuardKind.CONDITION: "shape",
    GuardKind.RANK: "shape",
    GuardKind.STRIDE: "stride",
    GuardKind.DTYPE: "dtype",
    GuardKind.DEVICE: "device",
    GuardKind.REQUIRES_GRAD: "requires_grad",
    GuardKind.LENGTH: "length",
    GuardKind.TYPE: "type",
}


def sightings(
    command: Command, files: ProgramFiles, run: Run, limit: float
) -> tuple[ValueSeen, ...]:
    """Run a program once more to find the lines that make the values of recompiles.

    Args:
        command: runs the program.
        files: the program's files, as they were in `run`.
        run: the recorded run.
        limit: the seconds after which the program is stopped.

    Returns:
        The values with several forms.  Values that are made inside of compiled code
        are left out.
    """
    wanted = [(group, _literal(group)) for group in groups(run)]
    wanted = [(group, value) for group, value in wanted if value]
    if not wanted:
        return ()
    values = [_order(group, value) for group, value in wanted]
    names = {name for _, value in wanted for name in _names(value)}
    order = {
        "values": values,
        "names": sorted(names),
        "root": files.root,
        "main": files.main,
    }
    found = command.seen(files, order, limit)
    seen = [
        ValueSeen(
            None,
            function=group.name,
            value=group.source,
            forms=tuple(_form(one, files) for one in forms),
        )
        for (group, _), forms in zip(wanted, found)
    ]
    return tuple(one for one in seen if len(one.forms) > 1)


def _order(group: Group, value: str) -> list[object]:
    frame = group.run.root_of(group.frame)
    aspect = _ASPECTS.get(group.first.kind, "value")
    return [frame.file, frame.first_line, value, aspect]


def _literal(group: Group) -> str:
    """Return a value as an expression of ``L`` and ``G``; empty if it has none.

    Values that a function computes before a graph break have none: they do not exist
    when the function is called.
    """
    value = group.first.literal or _of_condition(group.first.source)
    try:
        tree = ast.parse(value, mode="eval")
    except (SyntaxError, ValueError):
        return ""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    is_stack = any(
        isinstance(node, ast.Constant) and str(node.value).startswith("___stack")
        for node in ast.walk(tree)
    )
    return value if names & {"L", "G"} and not is_stack else ""


def _of_condition(source: str) -> str:
    """Return the path, from ``L``, to the tensor whose size a condition checks.

    >>> _of_condition("x.size()[3] // 2")
    "L['x']"
    """
    path = only_path(source)
    return f"L['{path}']" if path.isidentifier() and path != source else ""


def _names(value: str) -> list[str]:
    """Return the names under which a value, or its owner, is stored."""
    found = []
    for node in ast.walk(ast.parse(value, mode="eval")):
        if isinstance(node, ast.Attribute):
            found.append(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
    return found


def _form(record: dict[str, Any], files: ProgramFiles) -> SeenForm:
    lines = tuple(_line(files, *one) for one in record["lines"])
    return SeenForm(record["form"], record["calls"], lines, record["is_store"])


def _line(files: ProgramFiles, file: str, line: int) -> SourceLine:
    known: Sequence[str] = files.lines(file)
    text = known[line - 1].strip() if 0 < line <= len(known) else ""
    return SourceLine(file, line, text=text)
