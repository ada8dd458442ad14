"""The rule on a backend that a loop creates again for each call of `torch.compile`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_LOOPS = (ast.For, ast.While, ast.AsyncFor)


class NewBackend(NamedTuple):
    """A backend that is created in the call that compiles.

    Attributes:
        file: the file.
        node: the call or lambda that creates the backend.
        loop: the loop around it; None if there is none, or if the backend depends on
            what the loop assigns.
    """

    file: ProgramFile
    node: ast.expr
    loop: ast.stmt | None

    @property
    def line(self) -> SourceLine:
        """The line of the call."""
        return line_of(self.file, self.node.lineno)

    @property
    def text(self) -> str:
        """The source of the call."""
        return text_of(self.node, self.file.text)


def new_backend(group: Group) -> NewBackend | None:
    """Return the only place of the program that creates a backend as it compiles."""
    found = [
        (file, option.value)
        for file in program_files(group.run)
        for node in ast.walk(index_of(file).tree)
        if isinstance(node, ast.Call) and last_name(node.func) == "compile"
        for option in node.keywords
        if option.arg == "backend" and isinstance(option.value, (ast.Call, ast.Lambda))
    ]
    if len(found) != 1:
        return None
    file, node = found[0]
    return NewBackend(file, node, _loop(index_of(file).tree, node))


def _loop(tree: ast.AST, node: ast.expr) -> ast.stmt | None:
    """Return the outermost loop of whose variables a call is independent, or None."""
    used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    for loop in ast.walk(tree):  # outer statements first
        inner = list(ast.walk(loop)) if isinstance(loop, _LOOPS) else []
        stored = {
            one.id
            for one in inner
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        if node in inner and isinstance(loop, ast.stmt) and not used & stored:
            return loop
    return None


def _where(group: Group) -> SourceLine | None:
    found = new_backend(group)
    return found.line if found is not None else group.where


def _cure(group: Group) -> Cure:
    found = new_backend(group)
    name = group.first.expected
    if found is None or found.loop is None:
        at = f" at {place(found.line)}" if found is not None else ""
        return Cure(
            "",
            f"create the backend `{name}` once{at}, and call `torch.compile` once for "
            "this function",
        )
    loop = place(line_of(found.file, found.loop.lineno))
    note = f"before the loop at {loop}; pass `backend=backend` at {place(found.line)}"
    return Cure(f"backend = {found.text}", note)


NEW_BACKEND: Rule[Group] = Rule(
    "backend-made-anew",
    of(GuardKind.BACKEND),
    lambda group: any(one.expected == one.actual for one in group.causes),
    "is compiled for each backend object: `{it.first.expected}` is a new one each time",
    cure=_cure,
    where=_where,
    title="recompiles for each new backend object",
    why="Torch compiles for each backend object, and each call of "
    "`torch.compile` gets a new `{it.first.expected}`.",
)
