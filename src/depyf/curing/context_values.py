"""Replace a context variable by an object that torch can trace."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import before, free_name
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import calls_at, replaced
from depyf.model.findings.names import program_stack
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break

_METHODS = {"get", "set", "reset"}
_CONCURRENT = {"threading", "_thread", "concurrent", "asyncio", "anyio", "trio"}
_HOLDER = '''\
class {name}:
    """A variable like `ContextVar`, but the same for all threads and tasks."""

    def __init__(self, name, *, default=None):
        self.value = default

    def get(self, *default):
        return default[0] if self.value is None and default else self.value

    def set(self, value):
        before, self.value = self.value, value
        return before

    def reset(self, before):
        self.value = before

'''


class _Variable(NamedTuple):
    """A context variable, and the statement of a module that creates it."""

    file: str
    statement: ast.stmt
    call: ast.Call


def traceable_context(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that replaces the context variables that cause a graph break."""
    met = {
        dotted(call.func.value).rpartition(".")[2]
        for line in program_stack(one.event.user_stack)
        if files.is_own(line.file)
        for call in calls_at(files.tree(line.file), line.line)
        if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS
    }
    if any(_is_concurrent(files.tree(file)) for file in known):
        return  # each thread or task may have a different value
    for file in known:
        every = list(_variables(files, file))
        if not any(_name(one) in met for one in every):
            continue
        tree = files.tree(file)
        new = free_name(tree, "SharedVariable")
        lines = _HOLDER.format(name=new).split("\n")
        edits = [before(files, file, every[0].statement, *lines)]
        edits += [replaced(files, file, one.call.func, new) for one in every]
        names = ", ".join(f"`{_name(one)}`" for one in every)
        what = f"keep {names} in an object instead of a context variable "
        what += "(all threads share it)"
        yield Proposal(finding, what, tuple(edits))


def _is_concurrent(tree: ast.Module) -> bool:
    """Return whether a module may run code in several threads or tasks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef):
            return True
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        if any(name.split(".")[0] in _CONCURRENT for name in names):
            return True
    return False


def _variables(files: ProgramFiles, file: str) -> Iterator[_Variable]:
    for node in files.tree(file).body:
        call = getattr(node, "value", None)
        is_one = isinstance(node, (ast.Assign, ast.AnnAssign))
        if is_one and isinstance(call, ast.Call):
            if last_name(call.func) == "ContextVar":
                yield _Variable(file, node, call)


def _name(one: _Variable) -> str:
    node = one.statement
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return dotted(targets[0])
