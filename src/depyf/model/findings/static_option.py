"""Find the program's ``dynamic=False``, which makes torch compile sizes separately."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.conditions import fixed_by
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.model.findings.written_constants import written_as

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_NAME = "dynamic"
_TAKE_OPTIONS = {"compile", "dict", "partial"}
# Other settings and calls that make torch compile each size separately.
_OTHERS = (
    "automatic_dynamic_shapes", "assume_static_by_default", "mark_static",
    "set_stance", "specialize_int", "fail_on_recompile",
)  # fmt: skip


def static_option(group: Group) -> SourceLine | None:
    """Return the line with `dynamic=False` that makes sizes constant, or None.

    torch makes a size dynamic after its first change.  If it did not, and no line of
    the function made the size constant, the option is the cause.  The line is returned
    if it is the only one of the program with the option.  If the option is nowhere
    False as written, this is the line where the passed value is False, or else the line
    that passes it.
    """
    if fixed_by(group) is not None:
        return None
    files = program_files(group.run)
    if any(name in file.text for file in files for name in _OTHERS):
        return None
    found = [
        line_of(file, node.lineno)
        for file in files
        for holder, node in not_dynamic(index_of(file).tree)
        if isinstance(holder, ast.Dict) or _takes_options(holder)
    ]
    if not found:
        given = list(_given(files))
        false = [line for pair in given for line in written_as(False, *pair, files)]
        passed = [line_of(file, one.lineno) for file, one in given]
        found = list(dict.fromkeys(false)) or passed
    return found[0] if len(found) == 1 else None


def _given(
    files: tuple[ProgramFile, ...],
) -> Iterator[tuple[ProgramFile, ast.expr]]:
    """Yield each ``dynamic=option`` that is collected for ``torch.compile``."""
    for file in files:
        for name in _TAKE_OPTIONS:
            for call in index_of(file).calls.get(name, ()):
                for one in call.keywords:
                    if one.arg == _NAME and not isinstance(one.value, ast.Constant):
                        yield file, one.value


def _takes_options(holder: ast.AST) -> bool:
    name = last_name(holder.func) if isinstance(holder, ast.Call) else ""
    return name in _TAKE_OPTIONS


def not_dynamic(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Yield each ``dynamic=False``: its call, dict or assignment, and its value."""
    for node in ast.walk(tree):
        pairs: list[tuple[object, ast.expr]] = []
        if isinstance(node, ast.Call):
            pairs = [(one.arg, one.value) for one in node.keywords]
        elif isinstance(node, ast.Dict):
            pairs = list(zip(map(constant, node.keys), node.values))
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Subscript):
                pairs = [(constant(index_of_item(target)), node.value)]
        for name, value in pairs:
            if name == _NAME and constant(value) is False:
                yield node, value
