"""Find the code that keeps a called function out of compiled code (`disable`)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import Kind, last_line, own_nodes
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.spots import spot_of_node
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.program_index import Function


_CHANGE_LENGTH = {"append", "appendleft", "extend", "insert", "pop", "popleft"}
_OUTSIDE = (
    "call `{}` outside of the compiled function: it changes the length of `{}`, and "
    "torch compiles code for one length only"
)


class Disabled(NamedTuple):
    """A function of the program that is kept out of compiled code.

    Attributes:
        file: the file with the decorator or call.
        name: the name of the function there.
        written: the decorator, or the call `disable(function)`.
        function: the argument of the call; None for a decorator.
        is_direct: whether `written` can simply be removed.  It cannot be if it calls a
            function of the program that applies `disable` among other things.
        body: the function, if its source was found.
    """

    file: ProgramFile
    name: str
    written: ast.expr
    function: ast.expr | None = None
    is_direct: bool = True
    body: Function | None = None

    @property
    def line(self) -> SourceLine:
        """The line of the decorator or call."""
        return line_of(self.file, self.written.lineno)


def disabled_functions(one: Break) -> Iterator[Disabled]:
    """Yield the distinct disabled functions that the line of a break calls.

    They may be disabled by `torch.compiler.disable`, by another name for it, or by a
    function of the program that applies it.
    """
    file, line = file_of(one.run, one.where), one.where
    if file is None or line is None:
        return
    tracer = tracer_of(program_files(one.run))
    named = one.said.function.rpartition(".")[2]
    calls = (
        call
        for each in index_of(file).calls.values()
        for call in each
        if call.lineno <= line.line <= last_line(call)
    )
    seen: set[SourceLine] = set()
    for call in calls:
        found = (*_decorated(tracer, file, call, named), *_wrapped(tracer, call))
        for disabled in found:
            # Torch names the function itself, not a variable that holds it.
            is_meant = disabled.function is not None or named in ("", disabled.name)
            if is_meant and disabled.line not in seen:
                seen.add(disabled.line)
                yield disabled


def _decorated(
    tracer: Tracer, file: ProgramFile, call: ast.Call, named: str
) -> Iterator[Disabled]:
    """Yield the decorators that disable the called function.

    If the source does not show which function is called, such as one in a registry, it
    is the function that torch names.
    """
    found = tracer.callees.of(call, spot_of_node(file, call))
    found = found or tracer.callees.all_named(last_name(call.func))
    for where, function in found or tracer.callees.all_named(named):
        for decorator in function.decorator_list:
            if _disables(tracer, decorator):
                is_plain = not isinstance(decorator, ast.Call)
                is_direct = is_plain or not _own_functions(tracer, decorator)
                yield Disabled(
                    where, function.name, decorator, None, is_direct, function
                )


def _wrapped(tracer: Tracer, call: ast.Call) -> Iterator[Disabled]:
    """Yield the calls of `disable` whose result has the called name."""
    name = last_name(call.func)
    for file in tracer.files:
        for kind in (Kind.NAME, Kind.ATTRIBUTE):
            for store in index_of(file).at(kind, name):
                made = store.value
                if isinstance(made, ast.Call) and len(made.args) == 1:
                    if _disables(tracer, made):
                        yield Disabled(file, name, made, made.args[0])


def _disables(tracer: Tracer, applied: ast.expr) -> bool:
    """Return whether a decorator or call is `disable`, under any name."""
    function = getattr(applied, "func", applied)
    meant: list[ast.AST] = [
        one.value
        for file in tracer.files
        for one in index_of(file).at(Kind.NAME, last_name(function))
        if one.value is not None
    ]
    meant += _own_functions(tracer, applied)
    parts = (part for one in [function, *meant] for part in ast.walk(one))
    return any(
        isinstance(one, (ast.Name, ast.Attribute)) and last_name(one) == "disable"
        for one in parts
    )


def _own_functions(tracer: Tracer, applied: ast.expr) -> list[Function]:
    """Return the program's functions that a decorator or call may be."""
    name = last_name(getattr(applied, "func", applied))
    return [found for _, found in tracer.callees.all_named(name)]


def _filled_by(disabled: Disabled) -> str:
    """Return the attribute of an object whose length the function changes, or ""."""
    for call in own_nodes(disabled.body) if disabled.body is not None else ():
        changed = getattr(call, "func", None)
        if isinstance(changed, ast.Attribute) and changed.attr in _CHANGE_LENGTH:
            if isinstance(changed.value, ast.Attribute):
                return text_of(changed.value, disabled.file.text)
    return ""


def _disabled(one: Break) -> Cure:
    """Return the cure for a call of a function that the program disables."""
    for found in disabled_functions(one):
        filled = _filled_by(found)
        if filled:
            return Cure("", _OUTSIDE.format(found.name, filled))
        if found.is_direct:
            what = "`disable`" if found.function else f"`{found.line.text}`"
            change = f"remove {what} at {place(found.line)}"
        else:
            change = f"change what `{found.line.text}` does ({place(found.line)})"
        return Cure(
            "",
            f"{change} if `{found.name}` can be compiled; else call it outside of the "
            "compiled function",
        )
    return Cure(
        "", "call it outside of the compiled function, or allow torch to compile it"
    )


DISABLED_FUNCTION: Rule[Break] = Rule(
    "disabled-function",
    when=lambda one: one.said.kind is BreakKind.DISABLED,
    cure=_disabled,
    title="{it.state}: function that is disabled",
)
