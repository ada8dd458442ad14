"""Compile the functions that a function calls, instead of the function itself.

This helps if the function decides in Python what to call, or has code that torch cannot
compile.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence, Tuple

from depyf.curing.blocks import before
from depyf.curing.compile_calls import options_of
from depyf.curing.plain_whole import plain_whole
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import class_of, functions_named
from depyf.model.findings.program_index import Function, last_line, own_nodes
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.events import SourceLine
    from depyf.model.run import Frame

_Part = Tuple[str, Function]

_MOST = 4
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_WORTH = (ast.Call, ast.BinOp)


def compiled_parts(
    frame: Frame,
    met: Sequence[SourceLine],
    files: ProgramFiles,
    finding: str,
    known: Sequence[str],
) -> Iterator[Proposal]:
    """Yield the edit that compiles the functions that a function calls, but not itself.

    Args:
        frame: the frame of the function.
        met: the lines where the problem occurs; functions around them stay uncompiled.
        files: the program's files.
        finding: the problem to cure.
        known: the paths of the program's files.
    """
    if not files.is_own(frame.file):
        return
    tree = files.tree(frame.file)
    whole = function_at(tree, frame.first_line)
    if whole is None or whole.name != frame.co_name or not is_plain(whole):
        return
    around = [
        function_at(files.tree(one.file), one.line)
        for one in met
        if files.is_own(one.file)
    ]
    called = list(_parts(files, known, frame.file, whole))
    if all(one in around for _, one in called):  # compile what these call
        called = [
            part for file, one in called for part in _parts(files, known, file, one)
        ]
    parts = [
        one
        for one in called
        if one[1] not in around and one[1] is not whole and is_plain(one[1])
    ]
    parts = list({(file, one.lineno): (file, one) for file, one in parts}.values())
    options = options_of(files, known)
    if not 0 < len(parts) <= _MOST or options is None:
        return
    start = f"@torch.compile{options}"
    edits = [*plain_whole(files, known, frame.file, whole).edits]
    new = [one for one in parts if "torch.compile" not in _decorators(one[1])]
    edits += [before(files, file, one, start) for file, one in new]
    names = ", ".join(dict.fromkeys(f"`{_full_name(files, one)}`" for one in parts))
    what = f"compile {names} instead of `{_full_name(files, (frame.file, whole))}`"
    if are_apart(edits):
        yield with_torch(files, finding, what, edits)


def parts_of(case: Case) -> Iterator[Proposal]:
    """Yield the edit of `compiled_parts` for recompiles of a function."""
    met = [one.user_line for one in case.group.causes if one.user_line is not None]
    group, files = case.group, case.files
    yield from compiled_parts(group.frame, met, files, case.finding, case.known)


def parts_of_loop(case: Case) -> Iterator[Proposal]:
    """Yield the edit of `parts_of` if a Python loop or flag decides what runs.

    Torch would compile an entry of such a function for each value.
    """
    line = case.group.first.user_line
    is_loop = line is not None and _is_in_loop(case.files, line)
    if is_loop or case.kind is GuardKind.FLAG:
        yield from parts_of(case)


def _is_in_loop(files: ProgramFiles, line: SourceLine) -> bool:
    """Return whether a line of the program is in a loop of its function."""
    if not files.is_own(line.file):
        return False
    tree = files.tree(line.file)
    around = function_at(tree, line.line)
    first = around.lineno if around is not None else 0
    return any(
        isinstance(node, _LOOPS) and first < node.lineno <= line.line <= last_line(node)
        for node in ast.walk(tree)
    )


def is_plain(function: Function) -> bool:
    """Return whether a function is ordinary: no generator, no unknown decorators."""
    names = _decorators(function)
    return not (
        isinstance(function, ast.AsyncFunctionDef)
        or any(
            isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(function)
        )
        or any(name not in {"torch.compile", "torch.no_grad"} for name in names)
    )


def _decorators(function: Function) -> list[str]:
    return [dotted(getattr(one, "func", one)) for one in function.decorator_list]


def _full_name(files: ProgramFiles, part: _Part) -> str:
    file, function = part
    owner = class_of(files.tree(file), function)
    return f"{owner.name}.{function.name}" if owner is not None else function.name


def _parts(
    files: ProgramFiles, known: Sequence[str], file: str, whole: Function
) -> Iterator[_Part]:
    """Yield the functions of the program that a function calls directly."""
    owner = class_of(files.tree(file), whole)
    methods = {
        one.name: one
        for one in (owner.body if owner is not None else ())
        if isinstance(one, ast.FunctionDef)
    }
    created = {
        last_name(node.func)
        for node in ast.walk(methods.get("__init__", ast.Pass()))
        if isinstance(node, ast.Call)
    }
    has_others = False
    for call in own_nodes(whole):
        if not isinstance(call, ast.Call):
            continue
        name = dotted(call.func)
        if name.startswith("self.") and name[5:] in methods:
            yield file, methods[name[5:]]
        elif "." not in name and (found := _only(files, known, name)):
            yield found
        else:
            has_others = True
    if has_others:
        for where in known:
            for node in files.tree(where).body:
                if isinstance(node, ast.ClassDef) and node.name in created:
                    yield from (
                        (where, one)
                        for one in node.body
                        if isinstance(one, ast.FunctionDef) and one.name == "forward"
                    )


def _only(files: ProgramFiles, known: Sequence[str], name: str) -> _Part | None:
    """Return the top-level function with this name, if there is exactly one."""
    found = [
        (file, one)
        for file in known
        for one in functions_named(files.tree(file), name)
        if one in files.tree(file).body
        if any(isinstance(node, _WORTH) for node in ast.walk(one))
    ]
    return found[0] if len(found) == 1 else None
