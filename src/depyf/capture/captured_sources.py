"""Record the source of each captured function when one of its lines is first seen."""

from __future__ import annotations

import inspect
import linecache
import sys
import tokenize
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Callable, Iterator, Mapping

from depyf.capture.static_look import class_attributes, functions_under
from depyf.model.detail_events import SourceText
from depyf.model.source_places import is_installed
from depyf.regexes import regex
from depyf.torch_text.source_lines import place_comments

if TYPE_CHECKING:
    from depyf.model.events import Event

_DEF = regex(r"(?P<indent>[ \t]*)(?:async[ \t]+)?def[ \t]+(?P<name>\w+)")
_CLASS = regex(r"(?P<indent>[ \t]*)class[ \t]+(?P<name>\w+)")
_TRIPLE = regex(r"\"{3}|'{3}")
_DECORATOR = regex(r"[ \t]*@")


class CapturedSources:
    """Records the source of each captured function once.

    Args:
        record: gets the events.
        is_library: returns whether a file belongs to torch or Python; such files are
            left out.
    """

    def __init__(
        self, record: Callable[[Event], None], is_library: Callable[[str], bool]
    ) -> None:
        self._record = record
        self._is_library = is_library
        self._seen: set[tuple[str, int]] = set()
        self._recorded: list[SourceText] = []

    def read(self, graph_text: str) -> None:
        """Record the functions of the lines that the comments of a graph name."""
        for comment in place_comments(graph_text):
            place = comment.place.file, comment.place.line
            if place in self._seen:
                continue
            self._seen.add(place)
            if self._is_library(place[0]):
                continue
            name = comment.function
            if not any(_holds(one, *place, name) for one in self._recorded):
                source = source_around(*place, name)
                if source is not None:
                    self._record_once(source)
                    if not is_installed(source.file):
                        self._record_once(initializer_beside(source))

    def _record_once(self, source: SourceText | None) -> None:
        if source is not None and source not in self._recorded:
            self._recorded.append(source)
            self._record(source)


def _holds(source: SourceText, file: str, line: int, name: str) -> bool:
    is_in = source.file == file and source.first_line <= line <= source.last_line
    return is_in and source.qualified_name.rpartition(".")[2] == name


def source_around(file: str, line: int, name: str = "") -> SourceText | None:
    """Return the function around a line of a file; None if there is none.

    Args:
        file: the path of the file.
        line: the line, counted from 1.
        name: the function's name, if it is known.  A function without ``def``, such as
            a lambda, gives the function around it.
    """
    lines = linecache.getlines(file)
    if not 1 <= line <= len(lines):
        return None
    for number in _definitions(lines, line, name):
        block = _block(lines, number)
        if number + len(block) >= line:
            first = _first_line(lines, number)
            qualified = _qualified_name(lines, number)
            return SourceText(
                None,
                file=file,
                first_line=first + 1,
                qualified_name=qualified,
                text=_dedented([*lines[first:number], *block]),
                changed=_was_changed(file, qualified, first + 1),
            )
    return None


def initializer_beside(method: SourceText) -> SourceText | None:
    """Return the `__init__` of a method's class, if the class defines one.

    It shows the initial values of attributes.
    """
    owner, _, name = method.qualified_name.rpartition(".")
    if not owner or owner.endswith("<locals>") or name == "__init__":
        return None
    lines = linecache.getlines(method.file)
    above = range(min(method.first_line, len(lines)) - 1, -1, -1)
    for number in above:
        found = _CLASS.match(lines[number])
        if found is not None and found["name"] == owner.rpartition(".")[2]:
            end, _ = _end(lines, number, len(lines))
            for at in range(number + 1, end):
                inner = _DEF.match(lines[at])
                if inner is not None and inner["name"] == "__init__":
                    return source_around(method.file, at + 1, "__init__")
            return None
    return None


def _definitions(lines: list[str], line: int, name: str) -> Iterator[int]:
    """Yield the lines, from 0, of definitions above a line, the nearest first."""
    above = [
        (number, match["name"])
        for number in _lines_with_def(tuple(lines))
        for match in [_DEF.match(lines[number])]
        if match and number < line
    ]
    found = [number for number, own in above if own == name]
    yield from reversed(found or [number for number, _ in above])


@lru_cache(maxsize=8)  # callers read several functions of a file in a row
def _lines_with_def(lines: tuple[str, ...]) -> tuple[int, ...]:
    """Return the lines, counted from 0, that may begin a definition."""
    return tuple(number for number, line in enumerate(lines) if "def " in line)


def _block(lines: list[str], number: int) -> list[str]:
    """Return the lines of the definition that begins at line `number`, from 0."""
    end, is_sure = _end(lines, number, len(lines))
    if is_sure:
        return lines[number:end]
    try:
        return inspect.getblock(lines[number:])
    except (OSError, IndexError, SyntaxError, tokenize.TokenError):
        return []  # the line seems to be inside a string


def _end(lines: list[str], number: int, limit: int) -> tuple[int, bool]:
    """Return the line after a definition; `limit` if the definition goes on there.

    The search looks only at indents and triple quotes.  To split the function into
    tokens would take a hundred times as long, and the program waits meanwhile.

    Returns:
        The line, counted from 0, and whether no string seems to be open there.
    """
    indent, open_text, end = _width(lines[number]), "", number + 1
    for at in range(number, limit):
        line = lines[at].strip()
        is_code = bool(line) and not open_text and line[0] not in "#)]}"
        if is_code and at > number and _width(lines[at]) <= indent:
            return end, True
        if line and (line[0] != "#" or open_text):
            end = at + 1
        for quotes in _TRIPLE.findall(line):
            if not open_text:
                open_text = quotes
            elif quotes == open_text:
                open_text = ""
    return (end if limit == len(lines) else limit), not open_text


def _width(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def _dedented(lines: list[str]) -> str:
    """Remove the first line's indent from all lines that have it."""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    return "".join(
        line[len(indent) :] if line.startswith(indent) else line for line in lines
    )


def _first_line(lines: list[str], number: int) -> int:
    """Return the line of the first decorator, where code objects begin."""
    while number and _DECORATOR.match(lines[number - 1]):
        number -= 1
    return number


def _qualified_name(lines: list[str], number: int) -> str:
    """Return ``Class.method``, from the definitions around a function."""
    inner = _DEF.match(lines[number])
    assert inner is not None
    names, indent = [inner["name"]], _width(lines[number])
    for above in range(number - 1, -1, -1):
        if not indent:
            break
        kind = _CLASS.match(lines[above])
        found = kind or _DEF.match(lines[above])
        if found is None or _width(lines[above]) >= indent:
            continue
        if _end(lines, above, number) == (number, True):
            names.append(found["name"] if kind else f"{found['name']}.<locals>")
            indent = _width(lines[above])
    return ".".join(reversed(names))


def _was_changed(file: str, qualified_name: str, first_line: int) -> bool:
    """Return whether a file is known to have changed since it was imported.

    A changed file has a new modification time since `linecache` read it, or the
    function begins at another line than in the imported module.
    """
    entry = linecache.cache.get(file)
    known = entry[1] if entry and len(entry) == 4 else None
    try:
        if known is not None and Path(file).stat().st_mtime != known:
            return True
    except OSError:
        return False
    if is_installed(file):  # such files do not change, and the check takes long
        return False
    lines = set(_lines_of(_module(file), file, qualified_name))
    return bool(lines) and first_line not in lines


def _module(file: str) -> object:
    """Return the module that was imported from a file; None if there is none.

    Only modules with a fitting name and `__main__` are searched: a program may have
    thousands of modules.
    """
    name = Path(file).stem
    last = name if name != "__init__" else Path(file).parent.name
    likely = [key for key in list(sys.modules) if key.endswith(last)]
    for key in (*likely, "__main__"):
        module = sys.modules.get(key)
        if type(module) is ModuleType and vars(module).get("__file__") == file:
            return module
    return None


def _lines_of(module: object, file: str, qualified_name: str) -> Iterator[int]:
    """Yield the first lines of the imported functions with this name."""
    found = module
    for name in qualified_name.split("."):
        found = _members(found).get(name)
    for function in functions_under(found):
        if _is_it(function, file, qualified_name):
            yield function.__code__.co_firstlineno


def _members(holder: object) -> Mapping[str, object]:
    if type(holder) is ModuleType:
        return vars(holder)
    return class_attributes(holder) if isinstance(holder, type) else {}


def _is_it(function: FunctionType, file: str, qualified_name: str) -> bool:
    code = function.__code__
    name = qualified_name.rpartition(".")[2]
    return code.co_filename == file and code.co_name == name
