"""Where the nodes of a graph come from: lines of the user's, calls and modules.

torch prints, above the nodes of a graph, the innermost line of the stack that it kept
for them. That may be a line of torch's own (``Tensor.__torch_function__``), and the
wrong one where there is no source (``exec``). The nodes themselves know more: the whole
stack, and the module that was running.
"""

from __future__ import annotations

import re
from typing import Callable, Iterator, Mapping, NamedTuple, Sequence

from depyf.model.source_places import FILE_COMMENT, NODE, short_file

_CLASS = re.compile(r"^(?P<indent>\s*)class (?P<name>[^\s(]+)\(")
_FRAME = re.compile(
    r'^\s*File "(?P<file>.+)", line (?P<line>\d+), in (?P<function>.+)$'
)
_BACKWARD = "Backward of forward node: "
_UNKNOWN = "# No stacktrace"
_NO_MODULE = "none but the one that is compiled"
_UNKNOWN_MODULE = "not known (this torch does not keep it with backward nodes)"
NOT_OF_THIS_GRAPH = "-"


class NodeOrigin(NamedTuple):
    """What torch keeps with a node.

    `stack` is text as of `traceback.format_list`, innermost frame last; `module` an
    expression such as ``L['self'].layers.0``; `kind` the name of its class;
    `operation` what it calls. Each is empty where torch does not tell. The stack is
    `NOT_OF_THIS_GRAPH` where the one that torch keeps leads elsewhere.
    """

    stack: str
    module: str = ""
    kind: str = ""
    operation: str = ""


class GraphOrigins(NamedTuple):
    """The origins of a graph's nodes by name, and of the graphs inside it."""

    nodes: Mapping[str, NodeOrigin]
    inner: Mapping[str, GraphOrigins]
    modules_known: bool = True  # a node without a module is in none


class StackFrame(NamedTuple):
    """A frame of a stack; `code` is empty where there is no source."""

    file: str
    line: int
    function: str
    code: str = ""

    def __str__(self) -> str:
        return f"{short_file(self.file)}:{self.line} in {self.function}"


class _Place(NamedTuple):
    """What is written above nodes; equal for nodes that share it."""

    module: str = ""
    callers: tuple[str, ...] = ()
    frame: StackFrame | None = None
    inside: str = ""
    prefix: str = ""


_NOTHING = _Place()


def stack_frames(text: str) -> Iterator[StackFrame]:
    r"""Yield the frames of a printed stack, outermost first.

    >>> [*stack_frames('  File "/a/toy.py", line 3, in f\n    x = a\n')]
    [StackFrame(file='/a/toy.py', line=3, function='f', code='x = a')]
    """
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        found = _FRAME.match(line)
        if found is not None:
            after = lines[number] if number < len(lines) else ""
            code = "" if _FRAME.match(after) else after.strip()
            yield StackFrame(found["file"], int(found["line"]), found["function"], code)


def own_frames(
    frames: Sequence[StackFrame], is_library: Callable[[str], bool]
) -> Sequence[StackFrame]:
    """Return the frames of the user's, or the innermost one where there is none."""
    return [frame for frame in frames if not is_library(frame.file)] or frames[-1:]


def module_path(expression: str) -> str:
    """Return a module as it is written in the program.

    >>> module_path("L['self']._modules['layers']._modules['0'].norm")
    'self.layers.0.norm'
    """
    path = re.sub(r"^[LG]\['([^']*)'\]", r"\1", expression)
    path = re.sub(r"\._modules\['([^']*)'\]", r".\1", path)
    return re.sub(r"\['?([^'\]]*)'?\]", r".\1", path)


def with_origins(
    text: str, origins: GraphOrigins, is_library: Callable[[str], bool]
) -> str:
    """Return a printed graph with the user's own lines above its nodes.

    Args:
        text: as torch prints it.
        origins: of the same graph.
        is_library: whether a file is torch's own, or of Python's library: a line of
            such a file is named second.
    """
    return "\n".join(_Annotator(origins, is_library).lines(text))


class _Annotator:
    """Goes through a printed graph from top to bottom."""

    def __init__(
        self, origins: GraphOrigins, is_library: Callable[[str], bool]
    ) -> None:
        self._root = origins
        self._is_library = is_library
        self._graphs: list[tuple[int, GraphOrigins | None]] = []
        self._places: dict[NodeOrigin, _Place] = {}
        self._lines: dict[str, _Place] = {}
        self._above = _NOTHING
        self._prefix = ""

    def lines(self, text: str) -> Iterator[str]:
        """Yield the lines of the new text."""
        held: list[str] = []  # blank lines and torch's own comment
        for line in text.split("\n"):
            comment = FILE_COMMENT.match(line)
            if comment is not None or line.lstrip().startswith(_UNKNOWN):
                self._prefix = _BACKWARD if _BACKWARD in line else ""
                held.append(line)
                continue
            if not line.strip():
                held.append(line)
                continue
            node = NODE.match(line)
            place = None if node is None else self._place(node["name"])
            if place is None:
                yield from held
                self._above = _NOTHING if held else self._above
                self._enter(line)
            elif place != self._above:
                yield ""
                yield from self._comment(line, place)
                self._above = place
            held = []
            yield line
        yield from held

    def _enter(self, line: str) -> None:
        """Notes the beginning of a graph inside the one around it."""
        found = _CLASS.match(line)
        if found is None:
            return
        indent = len(found["indent"])
        while self._graphs and self._graphs[-1][0] >= indent:
            self._graphs.pop()
        around = self._graphs[-1][1] if self._graphs else None
        own = around.inner.get(found["name"]) if around else None
        self._graphs.append((indent, own if self._graphs else self._root))
        self._above = _NOTHING

    def _place(self, name: str) -> _Place | None:
        graph = self._graphs[-1][1] if self._graphs else None
        origin = graph.nodes.get(name) if graph is not None else None
        if origin is None or not origin.stack:
            return None
        if origin not in self._places:
            self._places[origin] = self._place_of(origin)
        found = self._places[origin]._replace(prefix=self._prefix)
        nowhere = found.frame is None and origin.stack != NOT_OF_THIS_GRAPH
        return None if nowhere else found

    def _place_of(self, origin: NodeOrigin) -> _Place:
        if origin.stack not in self._lines:
            self._lines[origin.stack] = self._line_of(origin.stack)
        module = module_path(origin.module)
        if module and origin.kind:
            module = f"{module} ({origin.kind})"
        return self._lines[origin.stack]._replace(module=module)

    def _line_of(self, stack: str) -> _Place:
        frames = [*stack_frames(stack)]
        if not frames:
            return _NOTHING
        *callers, frame = own_frames(frames, self._is_library)
        inside = frames[-1] if frames[-1] is not frame else ""
        return _Place("", tuple(map(str, callers)), frame, str(inside))

    def _comment(self, line: str, place: _Place) -> Iterator[str]:
        indent = line[: len(line) - len(line.lstrip())]
        before = self._above
        if place.module != before.module:
            known = self._root.modules_known
            none = _NO_MODULE if known else _UNKNOWN_MODULE
            yield f"{indent}# Module: {place.module or none}"
        if place.callers and place.callers != before.callers:
            yield f"{indent}# Called from: {' > '.join(place.callers)}"
        frame = place.frame
        if frame is None:
            yield f"{indent}{_UNKNOWN} found for following nodes"
            return
        code = f", code: {frame.code}" if frame.code else ""
        where = f"{frame.file}:{frame.line} in {frame.function}{code}"
        yield f"{indent}# {place.prefix}File: {where}"
        if place.inside:
            yield f"{indent}# In the library: {place.inside}"
