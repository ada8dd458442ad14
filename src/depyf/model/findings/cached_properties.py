"""The rule on a `functools.cached_property` that compiled code reads first.

Up to Python 3.11, the first read takes a lock, which torch cannot trace.  A property
computes its value in each call, and torch computes a constant only while it compiles.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import index_of_text
from depyf.model.findings.program_text import line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.source_lines import short_file

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

_CACHED = "cached_property"
_READ_EARLY = "read it once before the first call, such as in `__init__`"


class CachedProperty(NamedTuple):
    """A property of the program that keeps its first value.

    Attributes:
        file: the path of its file.
        name: its name.
        decorator: the expression that decorates it.
    """

    file: str
    name: str
    decorator: ast.expr


def cached_properties(one: Break, texts: Mapping[str, str]) -> list[CachedProperty]:
    """Return the properties of the classes of which the broken line reads one.

    A property often reads others of its class, each of which breaks the graph, too.

    Args:
        one: the graph break.
        texts: the text of each file of the program, by path.
    """
    line = one.where
    if not _is_first_read(one) or line is None or line.file not in texts:
        return []
    index = index_of_text(texts[line.file])
    read = {
        node.attr
        for node in ast.walk(index.tree)
        if isinstance(node, ast.Attribute) and node.lineno == line.line
    }
    return [
        CachedProperty(file, name, decorator)
        for file, text in texts.items()
        for owner in ast.walk(index_of_text(text).tree)
        if isinstance(owner, ast.ClassDef)
        for every in [dict(_of_class(owner))]
        if read & {*every}
        for name, decorator in every.items()
    ]


def _of_class(owner: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    """Yield the name and decorator of each cached property of a class."""
    for node in owner.body:
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(node, ast.FunctionDef) and last_name(decorator) == _CACHED:
                yield node.name, decorator


def _is_first_read(one: Break) -> bool:
    """Return whether torch breaks the graph in the code of `cached_property`."""
    inner = one.innermost
    if inner is None or inner.function != "__get__":
        return False
    return short_file(inner.file) == "functools.py"


def _cure(one: Break) -> Cure:
    files = {file.file: file for file in program_files(one.run)}
    found = cached_properties(one, {name: file.text for name, file in files.items()})
    lines = [line_of(files[each.file], each.decorator.lineno) for each in found]
    if not lines:
        return Cure("", _READ_EARLY)
    names = joined(f"`{each.name}`" for each in found)
    return Cure(
        "@property",
        f"at {joined(map(place, lines))}, if computing {names} in each call is cheap; "
        f"or {_READ_EARLY}",
    )


CACHED_PROPERTY: Rule[Break] = Rule(
    "cached-property",
    when=_is_first_read,
    cure=_cure,
    title="{it.state}: read of a `cached_property`",
    why="The first read of a `cached_property` takes a lock up to Python 3.11, and "
    "torch cannot trace the lock.",
)
