"""Find the functions that decorators store in a container, which is a registry.

For example, ``@decoder("planar")`` above a function stores it in ``DECODERS``.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.program_index import Kind, parameters_of
from depyf.model.findings.program_text import index_of
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.program_index import Function


def registered(
    files: Sequence[ProgramFile], container: str
) -> list[tuple[ProgramFile, Function]]:
    """Return the functions that decorators store in a container of this name."""
    names = set(_decorators(files, container))
    return [
        (file, function)
        for file in files
        for functions in index_of(file).functions.values()
        for function in functions
        if any(
            last_name(getattr(one, "func", one)) in names
            for one in function.decorator_list
        )
    ]


def read_from(node: ast.Call) -> str:
    """Return the container that a call such as ``DECODERS.get(name)`` reads, or ""."""
    func = node.func
    is_read = isinstance(func, ast.Attribute) and func.attr == "get"
    return last_name(func.value) if is_read else ""  # type: ignore[attr-defined]


def _decorators(files: Sequence[ProgramFile], container: str) -> Iterator[str]:
    """Yield the names of decorators that store the decorated function under a key."""
    for file in files:
        index = index_of(file)
        for found in index.stores.values():
            for one in found:
                if one.kind is not Kind.KEY or one.function is None:
                    continue
                if one.owner is None or last_name(one.owner) != container:
                    continue
                if not isinstance(one.value, ast.Name):
                    continue
                if one.value.id in parameters_of(one.function):
                    outer = index.function_around(one.function)
                    yield (one.function if outer is None else outer).name
