"""What stands above the nodes of a printed graph: a module, callers, a line.

torch prints the line, `graph_origins` the module and the callers, and those only where
they are others than those before.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Iterable, Mapping, NamedTuple, Sequence

from depyf.model.source_places import FILE_COMMENT, SourcePlace, short_file

_LAYERS = 4096  # comments that are read once: those of a model's layers are alike
_MODULE = re.compile(r"^\s*# Module: (?P<path>\S+) \(")
_CALLERS = "# Called from: "
_CALLER = re.compile(r"^(?P<file>.+):(?P<line>\d+) in (?P<function>.+)$")
# What says that the nodes below it come from no line that is known.
_NO_PLACE = ("# No stacktrace", "# Not a line of this run: ")


class Caller(NamedTuple):
    """A frame of a stack as `graph_origins` names it: the file without its folder."""

    file: str
    line: int
    function: str


class Above(NamedTuple):
    """What is known of the nodes of one line; callers are outermost first.

    `module` is as torch writes it: ``self.layers.0.norm``.
    """

    module: str = ""
    callers: tuple[Caller, ...] = ()
    place: SourcePlace | None = None


def places_above(lines: Sequence[str]) -> dict[int, Above]:
    """Return, for each line of a printed graph from 1, what the comments above say."""
    found: dict[int, Above] = {}
    called = False
    now = Above()
    for number, text in enumerate(lines, 1):
        comment = text.lstrip()
        if not comment.startswith("#"):
            found[number] = now
            called = False
            continue
        own = _MODULE.match(text)
        if own is not None:
            now = now._replace(module=own["path"])
        elif comment.startswith("# Module:"):
            now = now._replace(module="")
        elif comment.startswith(_CALLERS):
            now = now._replace(callers=_callers(comment[len(_CALLERS) :]))
            called = True
        elif comment.startswith(_NO_PLACE):
            now = now._replace(place=None, callers=())
        else:
            now = _at(now, text, called=called)
    return found


def _at(now: Above, text: str, *, called: bool) -> Above:
    place, function = _line(text)
    if place is None:
        return now
    if not called and now.callers:
        # Callers are printed where they change, and none where there are none: then
        # the line is of the function that calls all others.
        outermost = now.callers[0]
        own = (short_file(place.file), function)
        if own == (outermost.file, outermost.function):
            now = now._replace(callers=())
    return now._replace(place=place)


@lru_cache(maxsize=_LAYERS)
def _line(comment: str) -> tuple[SourcePlace | None, str]:
    """Return the line that a comment of torch names, and its function."""
    found = FILE_COMMENT.match(comment)
    if found is None:
        return None, ""
    place = SourcePlace(found["file"], int(found["line"]), found["code"] or "")
    return place, found["function"] or ""


@lru_cache(maxsize=_LAYERS)
def _callers(text: str) -> tuple[Caller, ...]:
    found = (_CALLER.match(one) for one in text.split(" > "))
    return tuple(
        Caller(one["file"], int(one["line"]), one["function"]) for one in found if one
    )


def known_files(files: Iterable[str]) -> Mapping[str, str]:
    """Return the file of each name without folder that only one file has.

    >>> known_files(["/a/net.py", "/a/util.py", "/b/util.py"])
    {'net.py': '/a/net.py'}
    """
    paths = dict.fromkeys(files)
    names = Counter(map(short_file, paths))
    return {short_file(one): one for one in paths if names[short_file(one)] == 1}


def all_places(
    aboves: Iterable[Above], files: Mapping[str, str]
) -> dict[int, tuple[SourcePlace, ...]]:
    """Return the lines that lead to nodes, innermost last, by `id` of what is above.

    Args:
        aboves: what stands above nodes, of whose callers many are the same object.
        files: as `known_files` has them; callers in other files are left out.
    """
    found: dict[int, tuple[SourcePlace, ...]] = {}
    read: dict[int, tuple[SourcePlace, ...]] = {}
    for above in aboves:
        callers = read.get(id(above.callers))
        if callers is None:
            callers = read[id(above.callers)] = _in_files(above.callers, files)
        place = above.place
        found[id(above)] = () if place is None else (*callers, place)
    return found


def _in_files(
    callers: Iterable[Caller], files: Mapping[str, str]
) -> tuple[SourcePlace, ...]:
    places = (
        SourcePlace(files[one.file], one.line) for one in callers if one.file in files
    )
    return tuple(dict.fromkeys(places))
