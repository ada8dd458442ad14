"""Compile the rest of a function after a call that torch cannot compile.

The call runs as plain Python. The code after it becomes a new function.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import free_name, is_alone, loaded_names, stored_names
from depyf.curing.plain_whole import DISABLE, SKIP, by_call, compiled_by
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import (
    called_on,
    calls_at,
    functions_named,
    indent_of,
    replaced,
    source_of,
)
from depyf.model.findings.causes import Scope, root_name
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import Function, first_line, last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)
# Inside these expressions, a call may run never or several times.
_NOT_ALWAYS = (
    ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp,
)  # fmt: skip
_NO_TENSORS = {
    GuardKind.TEXT, GuardKind.NUMBER, GuardKind.LENGTH, GuardKind.KEY,
    GuardKind.DICT_KEYS, GuardKind.TYPE, GuardKind.OBJECT,
}  # fmt: skip
_BINDS = {"classmethod", "staticmethod"}
_CASTS = {"bool", "int", "float", "len", "tuple", "list"}  # not worth compiling


class Head(NamedTuple):
    """A statement of a compiled function that causes a graph break.

    Attributes:
        file: the file with the function.
        function: the function.
        at: the index of the statement in the function's body.
        helper: the file and the function of the program that the statement calls.
        known: the paths of the program's files.
    """

    file: str
    function: ast.FunctionDef
    at: int
    helper: tuple[str, Function] | None
    known: Sequence[str]

    @property
    def statement(self) -> ast.stmt:
        """Return the statement that causes the graph break."""
        return self.function.body[self.at]

    @property
    def before(self) -> list[ast.stmt]:
        """Return the statements before the statement, without a docstring."""
        is_text = ast.get_docstring(self.function, clean=False) is not None
        return self.function.body[is_text : self.at]


def compiled_rest(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edits that compile the code after a call that causes a graph break."""
    for frame in one.frames:
        head = _head(one, files, frame, known)
        if head is None or _is_split(head.function) or _is_model(head.helper):
            continue
        name = head.function.name
        split = _behind(files, head)
        if split:
            source = source_of(files.lines(head.file), head.statement)
            what = f"compile only the code after `{source}` in `{name}`"
            yield with_torch(files, finding, what, split)
        for call in _calls(files, head):
            source = source_of(files.lines(head.file), call)
            what = f"call `{source}` first in `{name}`, and compile only the rest"
            split = _moved(files, head, call)
            if split:
                yield with_torch(files, finding, what, split)
                break


def _is_split(function: ast.FunctionDef) -> bool:
    """Return whether an earlier edit has split the function."""
    return any(
        dotted(getattr(one, "func", one)).endswith("compiler.disable")
        for one in function.decorator_list
    )


def _is_model(helper: tuple[str, Function] | None) -> bool:
    """Return whether a helper runs modules, which are the main work to compile."""
    return (
        helper is not None
        and helper[1].name in {"forward", "__call__"}
        and any(
            isinstance(node, ast.Call) and dotted(node.func).startswith("self.")
            for node in ast.walk(helper[1])
        )
    )


def prepared_argument(case: Case) -> Iterator[Proposal]:
    """Yield the edit that runs the uses of an argument outside of compiled code.

    An entry is for one value of a string, and for one content of a list or dict.
    """
    files, frame = case.files, case.group.frame
    name = root_name(case.group.source)
    is_given = case.group.first.scope in {Scope.ARGUMENT, Scope.ATTRIBUTE}
    if case.kind not in _NO_TENSORS or not is_given or name == "self":
        return
    function = None
    if files.is_own(frame.file):
        function = only_function(files.tree(frame.file), frame.first_line)
    if function is None or function.name != frame.co_name:
        return
    uses = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id == name
    ]
    for at, statement in enumerate(function.body):
        head = Head(frame.file, function, at, None, case.known)
        for call in _calls(files, head) if isinstance(statement, _SIMPLE) else ():
            values = [*call.args, *(one.value for one in call.keywords)]
            given = [node for one in values for node in ast.walk(one)]
            # If other code reads the argument, too, it would still have a guard.
            if not all(use in given for use in uses):
                continue
            helper = only_named(files, case.known, last_name(call.func))
            split = _moved(files, head._replace(helper=helper), call)
            if split:
                source = source_of(files.lines(frame.file), call)
                what = f"call `{source}` first in `{function.name}`, "
                what += "and compile only the rest"
                yield with_torch(files, case.finding, what, split)
            return


def only_named(
    files: ProgramFiles, known: Sequence[str], name: str
) -> tuple[str, Function] | None:
    """Return the function of the program with a name, if there is exactly one."""
    found = [
        (file, one) for file in known for one in functions_named(files.tree(file), name)
    ]
    return found[0] if len(found) == 1 else None


def _head(
    one: Break, files: ProgramFiles, frame: Frame, known: Sequence[str]
) -> Head | None:
    """Return the statement of a compiled function in which a graph break occurs."""
    stack = program_stack(one.event.user_stack)
    own = [line for line in stack if files.is_own(line.file)]
    for number, line in enumerate(own):
        if line.file != frame.file:
            continue
        function = only_function(files.tree(line.file), line.line)
        if function is None or function.name != frame.co_name:
            continue
        for at, node in enumerate(function.body):
            is_met = node.lineno <= line.line <= last_line(node)
            if is_met and isinstance(node, _SIMPLE):
                helper = _helper(files, own[number + 1 :])
                return Head(line.file, function, at, helper, known)
    return None


def only_function(tree: ast.Module, line: int) -> ast.FunctionDef | None:
    """Return the function around a line, if it is not nested in another one."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if first_line(node) <= line <= last_line(node)
    ]
    function = around[0] if len(around) == 1 else None
    if not isinstance(function, ast.FunctionDef):
        return None
    is_generator = any(
        isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(function)
    )
    return None if is_generator else function


def _helper(files: ProgramFiles, own: list[SourceLine]) -> tuple[str, Function] | None:
    function = function_at(files.tree(own[0].file), own[0].line) if own else None
    return (own[0].file, function) if function is not None else None


# --- after a statement ----------------------------------------------------------------


def _behind(files: ProgramFiles, head: Head) -> list[Edit]:
    """Return the edits that compile only the code after the statement."""
    rest = head.function.body[head.at + 1 :]
    is_cheap = not any(
        isinstance(node, ast.Call) for one in head.before for node in ast.walk(one)
    )
    is_end = isinstance(head.statement, ast.Return) or not any(
        isinstance(node, ast.BinOp)
        or (isinstance(node, ast.Call) and dotted(node.func) not in _CASTS)
        for one in rest
        for node in ast.walk(one)
    )
    if is_end or not is_cheap or not is_alone(files, head.file, rest[:1]):
        return []
    known = stored_names([*head.before, head.statement])
    passed = sorted((arguments_of(head.function) | known) & loaded_names(rest))
    first = first_line(rest[0])
    begin = split_lines(files, head, passed)
    return [Edit(head.file, first, first - 1, begin), *kept_plain(files, head)]


# --- a call in the middle -------------------------------------------------------------


def _calls(files: ProgramFiles, head: Head) -> Iterator[ast.Call]:
    """Yield the calls in a statement that depend only on the function's arguments."""
    changed = stored_names(head.before) | {
        dotted(node)
        for one in head.before
        for node in ast.walk(one)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    }
    if any(isinstance(node, _NOT_ALWAYS) for node in ast.walk(head.statement)):
        return
    local = stored_names([head.function]) | arguments_of(head.function)
    for call in calls_at(files.tree(head.file), head.statement.lineno):
        names = loaded_names([call]) & local
        names |= {dotted(node) for node in ast.walk(call)} & changed
        is_own = head.helper is None or _is_of(call, head.helper[1])
        if is_own and names <= arguments_of(head.function) - changed:
            yield call


def _is_of(call: ast.Call, helper: Function) -> bool:
    """Return whether a call may be a call of `helper`, judged by the name."""
    name = dotted(call.func)
    is_object = helper.name in {"forward", "__call__"} and "." in name
    holds_none = not any(isinstance(one, ast.Call) for one in call.args)
    return name.rpartition(".")[2] == helper.name or (is_object and holds_none)


def _moved(files: ProgramFiles, head: Head, call: ast.Call) -> list[Edit]:
    """Return the edits that move a call to the beginning, and compile the rest."""
    file, lines = head.file, files.lines(head.file)
    rest = [*head.before, *head.function.body[head.at :]]
    is_whole = getattr(head.statement, "value", None) is call
    is_end = isinstance(head.statement, ast.Return) and len(rest) == 1
    if is_whole and (is_end or isinstance(head.statement, ast.Expr)):
        return []
    if "\n" in source_of(lines, call):
        return []
    if not all(is_alone(files, file, [one]) for one in (rest[0], head.statement)):
        return []
    prepared = free_name(files.tree(file), "prepared")
    inside = {id(node) for node in ast.walk(call)}
    left = [node for one in rest for node in ast.walk(one) if id(node) not in inside]
    names = {node.id for node in left if isinstance(node, ast.Name)}
    passed = sorted(arguments_of(head.function) & names)
    first = first_line(rest[0])
    inner = indent_of(lines[first - 1])
    begin = (
        f"{inner}{prepared} = {source_of(lines, call)}",
        *split_lines(files, head, [*passed, prepared]),
    )
    changed = replaced(files, file, call, prepared)
    if changed.first == first:
        edits = [Edit(file, first, changed.last, (*begin, *changed.lines))]
    else:
        edits = [Edit(file, first, first - 1, begin), changed]
    return [*edits, *kept_plain(files, head)]


# --- the two functions ----------------------------------------------------------------


def split_lines(files: ProgramFiles, head: Head, passed: list[str]) -> tuple[str, ...]:
    """Return the end of the old function and the beginning of the new one."""
    function, lines = head.function, files.lines(head.file)
    owner, first = called_on(files.tree(head.file), function)
    passed = [one for one in passed if one not in first]
    new = compiled_name(files, head)
    outer = indent_of(lines[function.lineno - 1])
    inner = indent_of(lines[head.statement.lineno - 1])
    decorators = lines[first_line(function) - 1 : function.lineno - 1]
    start = by_call(files, head.known, head.file, function).start
    decorators = [*decorators, *(outer + one for one in start)]
    return (
        f"{inner}return {owner}{new}({', '.join(passed)})",
        *([""] if owner else ["", ""]),
        *decorators,
        f"{outer}def {new}({', '.join([*first, *passed])}):",
    )


def compiled_name(files: ProgramFiles, head: Head) -> str:
    """Return the name of the function that is compiled instead."""
    name = head.function.name.strip("_")
    return free_name(files.tree(head.file), f"_compiled_{name}")


def kept_plain(files: ProgramFiles, head: Head) -> Iterator[Edit]:
    """Yield the edits that keep the old function and its helper plain Python.

    The new function gets the decorators of the old one, such as `torch.compile`; the
    old one keeps those that bind it to its class.
    """
    file, function = head.file, head.function
    line = first_line(function)
    indent = indent_of(files.lines(file)[line - 1])
    whole = by_call(files, head.known, file, function)
    binds = [one for one in function.decorator_list if dotted(one) in _BINDS]
    is_marked = bool(whole.edits or len(binds) < len(function.decorator_list))
    kept = [files.lines(file)[one.lineno - 1] for one in binds]
    kept += [] if is_marked else [indent + SKIP]
    yield Edit(file, line, function.lineno - 1, tuple(kept))
    yield from whole.edits
    for one in whole.calls:
        yield from compiled_by(files, one, function.name, compiled_name(files, head))
    if head.helper is not None and head.helper[1] is not function:
        where, helper = head.helper
        line = first_line(helper)
        indent = indent_of(files.lines(where)[line - 1])
        yield Edit(where, line, line - 1, (f"{indent}{DISABLE}",))


def arguments_of(function: Function) -> set[str]:
    """Return the names of the parameters of a function."""
    return {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
