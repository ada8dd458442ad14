"""Compile the rest of a function that begins with a call torch cannot compile.

The call runs as plain Python. What follows it becomes a function of its own.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.curing.blocks import (
    first_line,
    free_name,
    is_alone,
    loaded_names,
    stored_names,
)
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import (
    Function,
    calls_at,
    dotted,
    indent_of,
    last_line,
    replaced,
    source_of,
)
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_text import function_at

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)
# In these an inner call may run never, or often.
_NOT_ALWAYS = (
    ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp,
)  # fmt: skip
_MOST_BEFORE = 2  # statements that would no longer be compiled
_SKIP = "@torch.compiler.disable(recursive=False)"
_DISABLE = "@torch.compiler.disable"


class _Head(NamedTuple):
    """The statement that breaks the graph at the beginning of a compiled function."""

    file: str
    function: ast.FunctionDef
    at: int
    helper: tuple[str, Function] | None

    @property
    def statement(self) -> ast.stmt:
        """Return the statement."""
        return self.function.body[self.at]


def compiled_rest(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that compiles what follows a call, where this breaks a graph."""
    for frame in one.frames:
        head = _head(one, files, frame)
        if head is None:
            continue
        for call in _calls(files, head):
            edits = _split(files, head, call)
            if edits:
                source = source_of(files.lines(head.file), call or head.statement)
                name = head.function.name
                what = f"compile only what follows `{source}` in `{name}`"
                yield with_torch(files, finding, what, edits)
                break


def _head(one: Break, files: ProgramFiles, frame: Frame) -> _Head | None:
    """Return the beginning of a compiled function, where the break is met in it."""
    stack = program_stack(one.event.user_stack)
    own = [line for line in stack if files.is_own(line.file)]
    if not own or own[0].file != frame.file:
        return None
    tree, line = files.tree(own[0].file), own[0].line
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if node.lineno <= line <= last_line(node)
    ]
    function = around[0] if len(around) == 1 else None
    if not isinstance(function, ast.FunctionDef) or function.name != frame.co_name:
        return None
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(function)):
        return None
    is_text = ast.get_docstring(function, clean=False) is not None
    for at, node in enumerate(function.body[: is_text + _MOST_BEFORE + 1]):
        if node.lineno <= line <= last_line(node) and isinstance(node, _SIMPLE):
            return _Head(own[0].file, function, at, _helper(files, own[1:]))
    return None


def _helper(files: ProgramFiles, own: list[SourceLine]) -> tuple[str, Function] | None:
    """Return the function of the program that the breaking statement calls."""
    function = function_at(files.tree(own[0].file), own[0].line) if own else None
    return (own[0].file, function) if function is not None else None


def _calls(files: ProgramFiles, head: _Head) -> Iterator[ast.Call | None]:
    """Yield the calls to set apart; None is the whole statement."""
    is_end = head.at == len(head.function.body) - 1
    if not is_end and not isinstance(head.statement, ast.Return):
        yield None
    known = _arguments(head.function)
    for node in head.function.body[: head.at]:
        known |= stored_names([node])
    local = known | stored_names([head.function])
    if any(isinstance(node, _NOT_ALWAYS) for node in ast.walk(head.statement)):
        return
    for call in calls_at(files.tree(head.file), head.statement.lineno):
        is_all = call is getattr(head.statement, "value", None)
        if not is_all and loaded_names([call]) & local <= known:
            if head.helper is None or _is_of(call, head.helper[1]):
                yield call


def _is_of(call: ast.Call, helper: Function) -> bool:
    """Return whether a call may be one of a function, as its name tells."""
    name = dotted(call.func)
    is_object = helper.name in {"forward", "__call__"} and "." in name
    return is_object or name.rpartition(".")[2] == helper.name


def _split(files: ProgramFiles, head: _Head, call: ast.Call | None) -> list[Edit]:
    """Return the edits that make a function of what follows, if it can be one."""
    file, function = head.file, head.function
    tree, lines = files.tree(file), files.lines(file)
    rest = list(function.body[head.at + (call is None) :])
    if not is_alone(files, file, rest[:1]) or "\n" in source_of(lines, call or rest[0]):
        return []
    known = _arguments(function)
    for node in function.body[: len(function.body) - len(rest)]:
        known |= stored_names([node])
    prepared = free_name(tree, "prepared")
    passed = sorted((known & loaded_names(rest)) - {"self"})
    passed += [] if call is None else [prepared]
    arguments = [one.arg for one in function.args.args]
    is_method = arguments[:1] == ["self"]
    new = free_name(tree, f"_compiled_{function.name.strip('_')}")
    outer = indent_of(lines[function.lineno - 1])
    inner = indent_of(lines[first_line(rest[0]) - 1])
    first = first_line(rest[0])
    decorators = lines[first_line(function) - 1 : function.lineno - 1]
    owner, taken = ("self.", ["self", *passed]) if is_method else ("", passed)
    begin = (
        *(() if call is None else (f"{inner}{prepared} = {source_of(lines, call)}",)),
        f"{inner}return {owner}{new}({', '.join(passed)})",
        *([""] if is_method else ["", ""]),
        *(decorators if function.decorator_list else ()),
        f"{outer}def {new}({', '.join(taken)}):",
    )
    edits = [_kept_plain(function, file, outer)]
    if call is None:
        edits.append(Edit(file, first, first - 1, begin))
    else:
        changed = replaced(files, file, call, prepared)
        if changed.first != first:
            return []
        edits.append(Edit(file, first, changed.last, (*begin, *changed.lines)))
    if head.helper is not None and head.helper[1] is not function:
        edits.append(_disabled(files, *head.helper))
    return edits


def _disabled(files: ProgramFiles, file: str, function: Function) -> Edit:
    """Return the edit that keeps a helper out of compiled code."""
    line = first_line(function)
    indent = indent_of(files.lines(file)[line - 1])
    return Edit(file, line, line - 1, (f"{indent}{_DISABLE}",))


def _kept_plain(function: ast.FunctionDef, file: str, indent: str) -> Edit:
    """Return the edit that runs the old function as plain Python.

    Its decorators, such as `torch.compile`, are those of the new function then.
    """
    if not function.decorator_list:
        return Edit(file, function.lineno, function.lineno - 1, (f"{indent}{_SKIP}",))
    return Edit(file, first_line(function), function.lineno - 1, ())


def _arguments(function: Function) -> set[str]:
    return {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
