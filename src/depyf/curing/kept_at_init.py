"""Compute a value once in `__init__`, if computing it in a helper breaks the graph.

A method passes attributes down to the helper, which makes the value from these alone.
So `__init__` can make the value, and the method passes it down instead.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import behind, bound_by, free_name
from depyf.curing.hoisted import init_for, varies
from depyf.curing.passed_down import (
    Level,
    Passed,
    levels_of,
    passed_in_words,
    passed_to_last,
    with_value,
)
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import line_after_imports
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def kept_at_init(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that computes the value in the nearest class's `__init__`."""
    levels = levels_of(one, files, None)
    if any(varies(level.call) for level in levels[-2:]):
        return
    for at in range(len(levels) - 1, 0, -1):
        for start in range(at - 1, -1, -1):
            found = passed_to_last(files, levels[start : at + 1])
            added = found and _at_init(files, levels[start], levels[start + 1], found)
            if found and added:
                what = f"{passed_in_words(files, levels[at])}, made in `__init__`"
                yield Proposal(finding, what, (*found.edits, *added))
                return


def _at_init(
    files: ProgramFiles, level: Level, inner: Level, found: Passed
) -> list[Edit]:
    """Return the edits of a method and its `__init__`; none if the value may change."""
    tree = files.tree(level.file)
    node = ast.parse(found.source, mode="eval").body
    init = init_for(tree, level.call.lineno, node)
    imports = _imported(files, level, inner, node)
    if init is None or imports is None:
        return []
    name = f"self.{free_name(tree, f'_{found.parameter}')}"
    made = behind(files, level.file, init.body[-1], f"{name} = {found.source}")
    passed = with_value(files, level, found._replace(source=name))
    return [made, passed, *imports]


def _imported(
    files: ProgramFiles, level: Level, inner: Level, node: ast.expr
) -> list[Edit] | None:
    """Return the import of the function that makes the value; None if it is unclear.

    It is imported as the helper is, which is in the same file.
    """
    name = last_name(node.func) if isinstance(node, ast.Call) else ""
    tree = files.tree(level.file)
    if bound_by(tree, name):
        return []
    is_beside = bound_by(files.tree(inner.file), name) is not None
    for one in tree.body if is_beside else ():
        if isinstance(one, ast.ImportFrom):
            if any(alias.name == inner.function.name for alias in one.names):
                line = line_after_imports(tree)
                text = f"from {'.' * one.level}{one.module or ''} import {name}"
                return [Edit(level.file, line, line - 1, (text,))]
    return None
