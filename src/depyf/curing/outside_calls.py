"""Find where the program can make a call before it calls compiled code.

The call is in the compiled function or further in.  It uses nothing but parameters, so
each call of the compiled function can name its arguments.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import loaded_names
from depyf.curing.call_arguments import simple_arguments, with_names
from depyf.curing.called_object import called_object
from depyf.curing.compile_calls import assigned_names
from depyf.curing.passed_down import Level, is_given, levels_of, translated
from depyf.curing.syntax import calls_at, source_of, statement_at
from depyf.model.findings.names import call_line
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Frame

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
# In these expressions, variables may have other values than before the statement.
_OWN_NAMES = (
    ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


class OutsideCall(NamedTuple):
    """A call in compiled code, and where the program can make it instead.

    Attributes:
        function: the compiled function.
        level: the function with the call.
        what: the source of the call.
        places: for each call of the compiled function: the file, the statement, and
            the source of the call there.
    """

    function: Function
    level: Level
    what: str
    places: Sequence[tuple[str, ast.stmt, str]]


def outside_calls(
    one: Break,
    files: ProgramFiles,
    known: Sequence[str],
    is_wanted: Callable[[ProgramFiles, Level], bool],
) -> Iterator[OutsideCall]:
    """Yield the calls on the stack of a break that all callers can make.

    Args:
        one: the break.
        files: the program's files.
        known: their paths.
        is_wanted: whether the call of a level is to be moved.
    """
    for frame in one.frames:
        levels = levels_of(one, files, frame)
        for at, level in enumerate(levels):
            source = _in_names_of_first(files, levels[: at + 1])
            if not source or not is_wanted(files, level):
                continue
            function = levels[0].function
            calls = list(_compiled_calls(files, frame, known))
            places = [
                (place[0], *made)
                for place in calls
                for made in [_at_call(files, known, function, place, source)]
                if made is not None
            ]
            if len(places) == len(calls) > 0:
                what = source_of(files.lines(level.file), level.call)
                yield OutsideCall(function, level, what, places)


def _in_names_of_first(files: ProgramFiles, levels: Sequence[Level]) -> str:
    """Return the last level's call in the names of the first function, or ""."""
    last = levels[-1]
    source, node = source_of(files.lines(last.file), last.call), last.call
    for outer, inner in reversed([*zip(levels, levels[1:])]):
        text = None
        if is_given(inner._replace(call=node)) and "\n" not in source:
            text = translated(files, inner, node, source, outer)
        if text is None:
            return ""
        source, node = text, _call(text)
    is_known = is_given(levels[0]._replace(call=node)) and "\n" not in source
    return source if is_known else ""


def _call(text: str) -> ast.Call:
    """Return the node of a call's source."""
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.Call)
    return node


def _compiled_calls(
    files: ProgramFiles, frame: Frame, known: Sequence[str]
) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of a compiled function, by the name on the recorded stack."""
    lines = filter(None, map(call_line, frame.compilations))
    line = next((one for one in lines if files.is_own(one.file)), None)
    if line is None:
        return
    called = {last_name(one.func) for one in calls_at(files.tree(line.file), line.line)}
    compiled = {frame.co_name, *(name for name, _ in assigned_names(files, known))}
    named = called & compiled or called
    if len(named) != 1:
        return
    for file in known:
        for node in ast.walk(files.tree(file)):
            if isinstance(node, ast.Call) and last_name(node.func) in named:
                yield file, node


def _at_call(
    files: ProgramFiles,
    known: Sequence[str],
    function: Function,
    place: tuple[str, ast.Call],
    source: str,
) -> tuple[ast.stmt, str] | None:
    """Return the statement with a call, and a source in the names of its function.

    Args:
        files: the program's files.
        known: their paths.
        function: the compiled function.
        place: a call of the compiled function, and its file.
        source: a call in the names of the compiled function.

    Returns:
        None if the statement is compound, or cannot name the arguments.
    """
    file, call = place
    statement = statement_at(files.tree(file), call.lineno)
    if not isinstance(statement, _SIMPLE) or any(
        isinstance(node, _OWN_NAMES) for node in ast.walk(statement)
    ):
        return None
    given = simple_arguments(files.lines(file), function, call)
    given["self"] = called_object(files, known, function.name, call)
    node = _call(source)
    used = loaded_names([node]) & {*parameters_of(function)}
    if not all(given.get(name) for name in used):
        return None
    return statement, with_names(source, node, given)
