"""Find the decorator whose wrapper breaks the graph around the decorated function."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.model.events import SourceLine
from depyf.model.findings.names import place, program_stack
from depyf.model.findings.program_index import (
    FUNCTIONS,
    extent,
    last_line,
    own_nodes,
)
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import last_name, names_called
from depyf.model.python_text import dotted
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function

_ARGUMENTS = "args", "posonlyargs", "kwonlyargs"
_OF_OTHER_RULES = {BreakKind.LOGGING, BreakKind.DISABLED, BreakKind.OWN}
IS_COMPILING = "torch.compiler.is_compiling()"
# Inside of these statements, a call runs several times or under other settings.
_AROUND = (ast.With, ast.AsyncWith, ast.For, ast.AsyncFor, ast.While)


class Wrapper(NamedTuple):
    """The inner function of a decorator, which calls the decorated function unchanged.

    Attributes:
        file: the file of the decorator.
        function: the inner function.
        call: the source of the call, such as ``fn(*args, **kwargs)``.
        decorator: the name of the decorator.
    """

    file: str
    function: Function
    call: str
    decorator: str

    @property
    def edit(self) -> str:
        """The statement that skips in compiled code what the decorator adds."""
        return f"if {IS_COMPILING}: return {self.call}"

    def holds(self, line: SourceLine | None) -> bool:
        """Return whether a line is in the inner function."""
        first, last = extent(self.function)
        return (
            line is not None and line.file == self.file and first <= line.line <= last
        )


def wrapper_of(one: Break) -> Wrapper | None:
    """Return the innermost wrapper on the stack of a break; None if there is none.

    Breaks of kinds that other rules handle, such as `print` and logging, give None.
    """
    said = one.said
    is_print = said.kind is BreakKind.BUILTIN and said.function == "print"
    if is_print or said.kind in _OF_OTHER_RULES:
        return None
    for line in reversed(program_stack(one.event.user_stack)):
        file = file_of(one.run, line)
        tree = index_of(file).tree if file is not None else None
        found = wrapper_at(line.file, tree, line.line) if tree is not None else None
        if found is not None:
            return found
    return None


def decorated_at(one: Break) -> tuple[SourceLine, ...]:
    """Return the lines that apply the decorator of a break to a called function."""
    found = one.wrapper
    if found is None:
        return ()
    called = {name for line in one.event.user_stack for name in names_called(line.text)}
    return tuple(
        line_of(file, decorator.lineno)
        for file in program_files(one.run)
        for functions in index_of(file).functions.values()
        for function in functions
        for decorator in function.decorator_list
        if last_name(getattr(decorator, "func", decorator)) == found.decorator
        and function.name in called
    )


def wrapper_cure(one: Break) -> Cure:
    """Return the edit that skips in compiled code what a decorator adds."""
    found = one.wrapper
    if found is None:
        return Cure()
    at = place(SourceLine(found.file, found.function.lineno))
    note = f"as the first line of `{found.function.name}` ({at}): compiled calls then "
    return Cure(found.edit, f"{note}skip the code of `{found.decorator}`")


def wrapper_at(file: str, tree: ast.Module, line: int) -> Wrapper | None:
    """Return the wrapper around a line; None if its own code cannot be skipped.

    The wrapper must pass on its arguments unchanged, return the result unchanged, and
    not use torch, which might change a setting.  Then the rest of it can be skipped.
    """
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and extent(node)[0] <= line <= extent(node)[1]
    ]
    around.sort(key=lambda one: one.lineno)
    if len(around) < 2 or isinstance(around[-1], ast.AsyncFunctionDef):
        return None
    inner, nodes = around[-1], list(own_nodes(around[-1]))
    if not _is_given_back(around[-2], inner.name):
        return None
    given = {one.arg for function in around[:-1] for one in function.args.args}
    calls = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and dotted(node.func) in given
    ]
    if not calls or any(one.lineno <= line <= last_line(one) for one in calls):
        return None
    texts = {_as_text(call) for call in calls}
    if len(texts) > 1 or _uses_torch(nodes) or not _passes_on(inner, calls[0], nodes):
        return None
    if not _returns(calls, nodes):
        return None
    return Wrapper(file, inner, texts.pop(), around[0].name)


def _is_given_back(outer: Function, name: str) -> bool:
    """Return whether a function returns an inner function, as a decorator does."""
    returned = (one.value for one in own_nodes(outer) if isinstance(one, ast.Return))
    return any(
        last_name(node) == name
        for value in returned
        if value
        for node in ast.walk(value)
    )


def _passes_on(wrapper: Function, call: ast.Call, nodes: Sequence[ast.AST]) -> bool:
    """Return whether a call passes all parameters of a wrapper unchanged."""
    given = wrapper.args
    names = [one.arg for kind in _ARGUMENTS for one in getattr(given, kind)]
    names += [one.arg for one in (given.vararg, given.kwarg) if one is not None]
    passed = [
        last_name(one.value if isinstance(one, ast.Starred) else one)
        for one in (*call.args, *(one.value for one in call.keywords))
    ]
    return sorted(passed) == sorted(names) and not any(_changed(nodes, set(names)))


def _returns(calls: Sequence[ast.Call], nodes: Sequence[ast.AST]) -> bool:
    """Return whether the results of calls are returned, and used for nothing else."""
    inside = {
        id(below)
        for one in nodes
        if isinstance(one, _AROUND)
        for below in ast.walk(one)
    }
    returned = [one.value for one in nodes if isinstance(one, ast.Return)]
    stored = [
        one for one in nodes if isinstance(one, ast.Assign) and one.value in calls
    ]
    names = {last_name(target) for one in stored for target in one.targets}
    uses = [one for one in nodes if isinstance(one, ast.Name) and one.id in names]
    allowed = {id(target) for one in stored for target in one.targets}
    allowed |= set(map(id, returned))
    return (
        len(returned) > 0
        and not inside & set(map(id, calls))
        and all(one in calls or last_name(one) in names for one in returned if one)
        and None not in returned
        and all(id(one) in allowed for one in uses)
        and all(one in returned or any(one is s.value for s in stored) for one in calls)
    )


def _changed(nodes: Sequence[ast.AST], names: set[str]) -> Iterator[bool]:
    """Yield for each node whether it changes a variable in `names` or its object."""
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id in names and not isinstance(node.ctx, ast.Load)
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            is_method = isinstance(node, ast.Attribute) and node.attr.endswith("_")
            is_change = is_method or not isinstance(node.ctx, ast.Load)
            yield is_change and _root(node) in names


def _uses_torch(nodes: Sequence[ast.AST]) -> bool:
    """Return whether a function uses torch, because it may then change a setting."""
    return any(
        isinstance(node, ast.Attribute) and dotted(node).startswith("torch.")
        for node in nodes
    )


def _root(node: ast.AST) -> str:
    """Return the variable at which a path of items and attributes begins."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return last_name(node)


def _as_text(call: ast.Call) -> str:
    """Return the source of a call whose arguments are all names."""
    given = [
        f"*{dotted(one.value)}" if isinstance(one, ast.Starred) else dotted(one)
        for one in call.args
    ]
    given += [
        f"{one.arg}={dotted(one.value)}" if one.arg else f"**{dotted(one.value)}"
        for one in call.keywords
    ]
    return f"{dotted(call.func)}({', '.join(given)})"
