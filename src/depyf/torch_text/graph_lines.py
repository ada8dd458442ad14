"""The lines of a printed graph: what stands above its nodes, and what nodes call.

torch prints the line, `capture.node_origins` the module and the callers, and those only
where they are others than those before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterable, Iterator, Mapping, NamedTuple

from depyf.torch_text.source_lines import SourcePlace, place_comment, short_file

_LAYERS = 4096  # comments that are read once: those of a model's layers are alike
_TEXTS = 16
_NODE = re.compile(
    r"\s+(?P<name>[^\W\d]\w*)\s*(?::[^=]*)? = (?:torch\.ops\.(?P<operator>[\w.]+)\()?"
)
_CLASS = re.compile(r"\s*class (?P<name>[^\s(]+)")
_MODULE = re.compile(r"\s*# Module: (?P<path>\S+) \((?P<kind>[^)]*)\)$")
MODULE = "# Module: "
CALLERS = "# Called from: "
NO_STACK = "# No stacktrace"
OTHER_RUN = "Not a line of this run: "
# What says that the nodes below it come from no line that is known.
_NO_PLACE = (NO_STACK, f"# {OTHER_RUN}", f"# Backward of forward node: {OTHER_RUN}")
_CALLER = re.compile(r"(?P<file>.+):(?P<line>\d+) in (?P<function>.+)$")


class Caller(NamedTuple):
    """A frame of a stack above nodes: the file without its folder."""

    file: str
    line: int
    function: str


class Above(NamedTuple):
    """What is known of the nodes of one line; callers are outermost first.

    `module` is as torch writes it: ``self.layers.0.norm``; `kind` is its class.
    """

    module: str = ""
    callers: tuple[Caller, ...] = ()
    place: SourcePlace | None = None
    function: str = ""
    kind: str = ""


class NodeLine(NamedTuple):
    """The line of a node; `operator` is ``aten.mm.default`` where one is called."""

    name: str
    operator: str
    above: Above
    nested: bool  # in a graph inside the one that is printed


def class_name(line: str) -> str:
    """Return the graph that begins at a line, empty if none does."""
    found = _CLASS.match(line)
    return found["name"] if found is not None else ""


def node_name(line: str) -> str:
    """Return the node that stands on a line, empty if none does."""
    found = _NODE.match(line)
    return found["name"] if found is not None else ""


@lru_cache(maxsize=_TEXTS)
def node_lines(text: str) -> tuple[NodeLine, ...]:
    """Return the nodes of a printed graph by their lines; it need not be Python."""
    return tuple(_node_lines(text))


def _node_lines(text: str) -> Iterator[NodeLine]:
    classes = 0
    for _, line, above in _code_lines(text.split("\n")):
        found = _NODE.match(line)
        if found is not None:
            name, operator = found.groups("")
            yield NodeLine(name, operator, above, classes > 1)
        elif "class " in line and class_name(line):
            classes += 1


@lru_cache(maxsize=_TEXTS)
def node_places(text: str) -> Mapping[str, SourcePlace]:
    """Return, for each node of a printed graph, the user's line it comes from."""
    return {
        one.name: one.above.place
        for one in node_lines(text)
        if one.above.place is not None
    }


def places_above(lines: Iterable[str]) -> dict[int, Above]:
    """Return, for each line of a printed graph from 1, what the comments above say."""
    return {number: above for number, _, above in _code_lines(lines)}


def _code_lines(lines: Iterable[str]) -> Iterator[tuple[int, str, Above]]:
    """Yield the lines that are no comments."""
    called = False
    now = Above()
    for number, text in enumerate(lines, 1):
        comment = text.lstrip()
        if not comment.startswith("#"):
            yield number, text, now
            called = False
        elif comment.startswith(MODULE):
            own = _MODULE.match(text)
            path, kind = own.groups() if own is not None else ("", "")
            now = now._replace(module=path, kind=kind)
        elif comment.startswith(CALLERS):
            now = now._replace(callers=_callers(comment[len(CALLERS) :]))
            called = True
        elif comment.startswith(_NO_PLACE):
            now = now._replace(place=None, callers=(), function="")
        else:
            now = _at(now, text, called=called)


def _at(now: Above, text: str, *, called: bool) -> Above:
    found = place_comment(text)
    if found is None:
        return now
    place, function = found.place, found.function
    if not called and now.callers:
        # Callers are printed where they change, and none where there are none: then
        # the line is of the function that calls all others.
        outermost = now.callers[0]
        own = (short_file(place.file), function)
        if own == (outermost.file, outermost.function):
            now = now._replace(callers=())
    return now._replace(place=place, function=function)


@lru_cache(maxsize=_LAYERS)
def _callers(text: str) -> tuple[Caller, ...]:
    found = (_CALLER.match(one) for one in text.split(" > "))
    return tuple(
        Caller(one["file"], int(one["line"]), one["function"]) for one in found if one
    )
