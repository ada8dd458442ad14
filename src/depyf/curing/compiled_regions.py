"""Compile the code around the statements that torch cannot compile.

The function itself runs as plain Python.  The code before and after such a statement,
or in the same loop, becomes new functions, which are compiled.
"""

from __future__ import annotations

import ast
from typing import (
    TYPE_CHECKING,
    Dict,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Sequence,
    Tuple,
)

from depyf.curing.blocks import (
    all_parameters,
    free_name,
    is_alone,
    shifted,
    stored_names,
)
from depyf.curing.compiled_rest import only_function, only_named
from depyf.curing.plain_whole import DISABLE, SKIP, plain_whole
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.regions import Region, regions, weight
from depyf.curing.stacks import is_of, stack_from
from depyf.curing.syntax import (
    called_on,
    calls_at,
    indent_of,
    source_of,
    statement_at,
)
from depyf.model.findings.breaks import breaks
from depyf.model.findings.followed_values import readers
from depyf.model.findings.program_index import first_line, last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.graph_nodes import first_operators
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.followed_values import Reader
    from depyf.model.graph_nodes import GraphNode
    from depyf.model.run import Frame

_Lines = Dict[Tuple[str, int], List[int]]  # by file and first line of a function

_DEEPEST = 3  # nested calls of functions that may be split
_MOST = 8  # the most regions
_OFTEN = 2  # recompiles for a value after which code may run as plain Python
_STEP = 4  # blanks of one indent
_ANY = {"forward", "__call__", "__init__"}  # methods that many classes have
_STAY = {"no_grad", "enable_grad", "inference_mode", "override", "compile"}
_OF_PYTHON = {
    GuardKind.TEXT, GuardKind.NUMBER, GuardKind.LENGTH, GuardKind.KEY,
    GuardKind.DICT_KEYS, GuardKind.TYPE, GuardKind.OBJECT, GuardKind.FLAG,
}  # fmt: skip


class _Part(NamedTuple):
    """A function that is split, and its regions."""

    file: str
    function: ast.FunctionDef
    found: Sequence[Region]


def around_breaks(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that compiles the code around all graph breaks of a function."""
    run = one.run
    roots = [run.root_of(frame) for frame in one.frames]
    stacks = [(frame, stack_from(files, one, frame)) for frame in roots]
    frame = max(stacks, key=lambda pair: len(pair[1]), default=(None, []))[0]
    if frame is None:
        return
    met = [each for each in breaks(run) if frame in map(run.root_of, each.frames)]
    lines: _Lines = {}
    helpers: _Lines = {}
    for stack in [stack_from(files, each, frame) for each in met]:
        for depth, line in enumerate(stack):
            function = function_at(files.tree(line.file), line.line)
            if function is not None:
                found = lines if depth < _DEEPEST else helpers
                found.setdefault((line.file, function.lineno), []).append(line.line)
    cut = _Whole(files, frame, finding, known)
    yield from _around(cut, lines, helpers)


def around_guard(case: Case) -> Iterator[Proposal]:
    """Yield the edit that compiles the code around the uses of a guarded value."""
    group, files = case.group, case.files
    file, line = group.frame.file, group.first.user_line
    is_rare = len(group.compilations) < _OFTEN
    if case.kind not in _OF_PYTHON or is_rare or not files.is_own(file):
        return
    whole = only_function(files.tree(file), group.frame.first_line)
    if whole is None or not is_of(whole, group.frame):
        return
    found = readers(group.run, file, group.frame.first_line, group.source)
    lines: _Lines = {
        (file, whole.lineno): [one.line for at in found[:1] for one in at.reads]
    }
    inner = None
    if line is not None and files.is_own(line.file):
        inner = only_function(files.tree(line.file), line.line)
    if line is not None and inner is whole:
        lines[file, whole.lineno].append(line.line)
    elif line is not None and inner is not None and not lines[file, whole.lineno]:
        calls = [
            node.lineno
            for node in ast.walk(whole)
            if isinstance(node, ast.Call) and last_name(node.func) == inner.name
        ]
        lines[file, whole.lineno] += calls
        lines[line.file, inner.lineno] = [line.line]
    cut = _Whole(files, group.frame, case.finding, case.known)
    helpers = {place: [0] for place in _called(case, lines)}
    yield from _around(cut, lines, helpers, is_needed=False)
    yield from _further_in(found, cut)


def _further_in(found: Sequence[Reader], cut: _Whole) -> Iterator[Proposal]:
    """Yield the edits that also split the functions that get the value, deepest first.

    The next function that gets the value, and all that it calls, runs as plain Python.
    """
    files = cut.files
    for depth in range(min(len(found), _DEEPEST + 1) - 1, 1, -1):
        lines: _Lines = {
            (one.file, one.line): [each.line for each in one.reads]
            for one in found[:depth]
        }
        helpers: _Lines = {found[depth][:2]: [0]}
        if all(files.is_own(file) for file, _ in (*lines, *helpers)):
            yield from _around(cut, lines, helpers, is_needed=False)


def _called(case: Case, lines: _Lines) -> Iterator[tuple[str, int]]:
    """Yield the functions that plain statements call; they must stay plain, too.

    Otherwise torch would compile each of them, and again for each value.
    """
    for (file, _), plain in lines.items():
        for call in (
            one for line in plain for one in calls_at(case.files.tree(file), line)
        ):
            found = only_named(case.files, case.known, last_name(call.func))
            if found is not None and (found[0], found[1].lineno) not in lines:
                yield found[0], found[1].lineno


# --- the edit -------------------------------------------------------------------------


class _Whole(NamedTuple):
    """A compiled function, and the problem to cure."""

    files: ProgramFiles
    frame: Frame
    finding: str
    known: Sequence[str]


def _around(
    cut: _Whole, lines: _Lines, helpers: _Lines, *, is_needed: bool = True
) -> Iterator[Proposal]:
    """Yield the edit that splits functions around some of their lines.

    Args:
        cut: the compiled function, and the problem to cure.
        lines: the lines that stay plain, for each function that may be split, with the
            outermost function first.
        helpers: the functions that run as plain Python.
        is_needed: whether torch cannot compile these lines.
    """
    files, frame, finding, known = cut
    parts = list(_parts(files, lines))
    while parts and not parts[-1].found:
        parts.pop()
    if not parts or not is_of(parts[0].function, frame):
        return
    cut_at = {(one.file, one.function.lineno) for one in parts}
    helpers = {**helpers, **{one: at for one, at in lines.items() if one not in cut_at}}
    parts = [_without_calls(files, one, lines, helpers) for one in parts]
    count = sum(len(one.found) for one in parts)
    if not 0 < count <= _MOST or not _is_worth(cut, parts, helpers, is_needed):
        return
    first = parts[0]
    whole = plain_whole(files, known, first.file, first.function)
    edits = [*whole.edits]
    for part in parts:
        place = part.file, part.function.lineno
        edits += [_marked(files, place, SKIP)] if part is not first else []
        edits += _cut(files, part, whole.start)
    edits += [_marked(files, place, DISABLE) for place in helpers]
    last = parts[-1]
    source = _said(files, last.file, lines[last.file, last.function.lineno][0])
    what = f"run `{source}` of `{last.function.name}` as plain Python, and compile "
    what += "the code around it"
    yield with_torch(files, finding, what, edits)


def _parts(files: ProgramFiles, lines: _Lines) -> Iterator[_Part]:
    """Yield the functions that can be split, up to the first that cannot."""
    for (file, first), plain in lines.items():
        function = only_function(files.tree(file), first)
        if function is None or not plain or not _may_be_cut(function):
            return
        yield _Part(file, function, _regions_of(files, file, function, plain))


def _without_calls(
    files: ProgramFiles, part: _Part, lines: _Lines, helpers: _Lines
) -> _Part:
    """Return a part whose regions leave out calls of functions that stay plain."""
    found = (function_at(files.tree(file), line) for file, line in helpers)
    names = {one.name for one in found if one is not None} - _ANY
    calls = [
        node.lineno
        for node in ast.walk(part.function)
        if isinstance(node, ast.Call) and last_name(node.func) in names
    ]
    plain = [*lines[part.file, part.function.lineno], *calls]
    return part._replace(found=_regions_of(files, part.file, part.function, plain))


def _regions_of(
    files: ProgramFiles, file: str, function: ast.FunctionDef, plain: Sequence[int]
) -> list[Region]:
    return [
        one for one in regions(function, plain) if is_alone(files, file, one.statements)
    ]


def _is_worth(
    cut: _Whole, parts: Sequence[_Part], helpers: _Lines, is_needed: bool
) -> bool:
    """Return whether at least as much code is compiled as runs as plain Python."""
    files = cut.files
    if not is_needed:
        cut_at = {(one.file, one.function.lineno): one.found for one in parts}
        operators = first_operators(cut.frame)
        kept = [_is_kept(files, cut_at, helpers, one) for one in operators]
        return 2 * sum(kept) >= len(kept)
    kept_weight = lost = 0
    for part in parts:
        local = all_parameters(part.function.args) | stored_names([part.function])
        kept_weight += sum(weight(one.statements, local) for one in part.found)
    for file, line in helpers:
        function = function_at(files.tree(file), line)
        if function is not None:
            local = all_parameters(function.args) | stored_names([function])
            lost += weight(function.body, local)
    return kept_weight >= lost


def _is_kept(
    files: ProgramFiles,
    cut_at: Mapping[tuple[str, int], Sequence[Region]],
    helpers: _Lines,
    node: GraphNode,
) -> bool:
    """Return whether the code of an operator is still compiled, judged by its lines.

    Args:
        files: the program's files.
        cut_at: the regions of each function that is split.
        helpers: the functions that run as plain Python.
        node: the operator.
    """
    around = [
        (place.file, function.lineno, place.line)
        for place in node.places
        if files.is_own(place.file)
        for function in [function_at(files.tree(place.file), place.line)]
        if function is not None
    ]
    in_regions = [
        any(
            first_line(region.statements[0]) <= line <= last_line(region.statements[-1])
            for region in cut_at[file, first]
        )
        for file, first, line in around
        if (file, first) in cut_at
    ]
    return any(in_regions) and not any(one[:2] in helpers for one in around)


def _said(files: ProgramFiles, file: str, line: int) -> str:
    statement = statement_at(files.tree(file), line)
    if statement is None:
        return files.lines(file)[line - 1].strip()
    return source_of(files.lines(file), statement).split("\n")[0].rstrip(":")


def _may_be_cut(function: ast.FunctionDef) -> bool:
    """Return whether a function may be split: it has only known decorators."""
    names = {last_name(getattr(one, "func", one)) for one in function.decorator_list}
    return names <= _STAY


def _marked(files: ProgramFiles, place: tuple[str, int], decorator: str) -> Edit:
    file, line = place
    function = function_at(files.tree(file), line)
    at = first_line(function) if function is not None else line
    indent = indent_of(files.lines(file)[at - 1])
    return Edit(file, at, at - 1, (indent + decorator,))


def _cut(files: ProgramFiles, part: _Part, start: Sequence[str]) -> Iterator[Edit]:
    """Yield the edits that turn the regions of a function into functions."""
    file, function, found = part
    tree, lines = files.tree(file), files.lines(file)
    owner, shared = called_on(tree, function)
    outer = indent_of(lines[function.lineno - 1])
    inner = indent_of(lines[function.body[0].lineno - 1])
    new: list[str] = []
    stem = free_name(tree, f"_compiled_{function.name.strip('_')}")
    for number, one in enumerate(found, 1):
        name = stem if len(found) == 1 else f"{stem}_{number}"
        passed = [each for each in one.takes if each not in shared]
        call = f"{owner}{name}({', '.join(passed)})"
        gives = ", ".join(one.gives)
        begin, end = first_line(one.statements[0]), last_line(one.statements[-1])
        indent = indent_of(lines[begin - 1])
        kept = "return " if one.is_end else f"{gives} = " if gives else ""
        yield Edit(file, begin, end, (f"{indent}{kept}{call}",))
        steps = (len(inner) - len(indent)) // _STEP
        new += [
            *[""] * (1 if owner else 2),
            *(outer + each for each in start),
            f"{outer}def {name}({', '.join([*shared, *passed])}):",
            *shifted(files, file, one.statements, steps),
            *([f"{inner}return {gives}"] if gives and not one.is_end else []),
        ]
    at = last_line(function) + 1
    if new:
        yield Edit(file, at, at - 1, tuple(new))
