"""Find the calls of a function in the source of a program."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.program_index import Kind, Store
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.object_classes import Classes, ClassFinder
    from depyf.model.findings.program_index import Function, ProgramIndex


_RUN_BY_CALLS = {"forward", "__call__"}


def calls_of(
    files: Sequence[ProgramFile],
    finder: ClassFinder,
    function: Function,
    file: ProgramFile,
) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
    """Yield each call to a function, with its file and whether it binds `self`.

    Args:
        files: the files of the program.
        finder: finds the classes of objects.
        function: the called function. For a method, the calls are those on objects that
            may be of its class.
        file: the file that defines the function.
    """
    own = index_of(file).class_around(function)
    is_method = own is not None and function in own.body
    if is_method and own is not None:
        yield from _calls_of_method(files, finder, function, own)
        return
    for one in files:
        for call in index_of(one).calls.get(function.name, ()):
            if isinstance(call.func, ast.Name) or one is not file:
                yield one, call, False


def _calls_of_method(
    files: Sequence[ProgramFile],
    finder: ClassFinder,
    function: Function,
    own: ast.ClassDef,
) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
    may_be = finder.classes(own.name, subclasses=True)
    if function.name == "__init__":
        yield from _constructions(files, own, may_be)
        return
    if function.name in _RUN_BY_CALLS:
        yield from _calls_of_objects(files, finder, may_be)
    found = [
        (_is_on(finder, index_of(one), call, may_be), one, call)
        for one in files
        for call in index_of(one).calls.get(function.name, ())
    ]
    # Tensors have methods, too: `rows.gather(...)` may not be the program's `gather`.
    known = any(is_on for is_on, *_ in found)
    for is_on, one, call in found:
        if is_on or (is_on is None and not known):
            yield one, call, True


def _calls_of_objects(
    files: Sequence[ProgramFile], finder: ClassFinder, may_be: Classes
) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
    """Yield the calls of objects of these classes, such as `model(x)`."""
    for one in files:
        index = index_of(one)
        for name, calls in index.calls.items():
            for call in calls if not index.functions.get(name) else ():
                around = index.function_around(call), index.class_around(call)
                at = Store(Kind.NAME, call, None, None, *around)
                found = finder.of(index, call.func, at)
                if found is not None and found.exact & may_be.exact:
                    yield one, call, True


def _constructions(
    files: Sequence[ProgramFile], own: ast.ClassDef, may_be: Classes
) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
    for one in files:
        index = index_of(one)
        for name in sorted(may_be.exact):
            for call in index.calls.get(name, ()):
                yield one, call, True
        for call in index.calls.get("__init__", ()):
            around = index.class_around(call)
            if around is not None and around.name in may_be.exact:
                if around.name != own.name:
                    yield one, call, True


def _is_on(
    finder: ClassFinder, index: ProgramIndex, call: ast.Call, wanted: Classes
) -> bool | None:
    """Return whether a call is on an object of these classes; None if unknown."""
    if not isinstance(call.func, ast.Attribute):
        return False
    around = index.function_around(call), index.class_around(call)
    at = Store(Kind.NAME, call, None, None, *around)
    found = finder.of(index, call.func.value, at)
    return None if found is None else bool(found.exact & wanted.exact)
