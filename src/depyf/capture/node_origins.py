"""Find the origins of a graph's nodes: user lines, calls and modules.

Above the nodes of a graph, torch prints the innermost line of the stack that it keeps
for them. This may be a line of torch itself, such as in ``Tensor.__torch_function__``.
It is wrong if there is no source, such as after ``exec``. The nodes hold more: the
whole stack, and the module that was running.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Iterator, Mapping, NamedTuple, Sequence, Tuple

from depyf.torch_text.access_paths import module_path
from depyf.torch_text.graph_lines import (
    CALLERS,
    MODULE,
    NO_STACK,
    class_name,
    node_lines,
    node_name,
)
from depyf.torch_text.source_lines import SourceLine, place_comment, short_file

_NO_MODULE = "none but the one that is compiled"
_UNKNOWN_MODULE = "not known (this torch does not keep it with backward nodes)"
_HIGHER_ORDER = "higher_order."
Stack = Tuple[SourceLine, ...]


class NodeOrigin(NamedTuple):
    """The origin that torch keeps with a node.

    `stack` has the innermost frame last. `module` is an expression such as
    ``L['self'].layers.0``, and `kind` is the name of its class. `operation` is the
    function that the node calls. Each is empty if unknown. `elsewhere` is set if the
    stack that torch keeps does not belong to this graph; then `stack` is empty.
    """

    stack: Stack
    module: str = ""
    kind: str = ""
    operation: str = ""
    elsewhere: bool = False


class GraphOrigins(NamedTuple):
    """The origins of a graph's nodes, and those of its inner graphs, by name."""

    nodes: Mapping[str, NodeOrigin]
    inner: Mapping[str, GraphOrigins]
    modules_known: bool = True  # if set, a node without a module belongs to none
    callers_known: bool = True  # if not set, each stack has the innermost frame only


class _Place(NamedTuple):
    """The location to write above nodes; it is equal for nodes that share a comment."""

    module: str = ""
    callers: tuple[str, ...] = ()
    frame: SourceLine | None = None
    inside: str = ""
    head: str = "# "


_NOTHING = _Place()


def own_frames(
    frames: Sequence[SourceLine], is_library: Callable[[str], bool]
) -> Sequence[SourceLine]:
    """Return the user's frames; if there are none, the innermost frame."""
    return [frame for frame in frames if not is_library(frame.file)] or frames[-1:]


def with_origins(
    text: str, origins: GraphOrigins, is_library: Callable[[str], bool]
) -> str:
    """Return a printed graph with the user's own lines above its nodes.

    Args:
        text: the graph as torch prints it.
        origins: the origins of the same graph.
        is_library: returns whether a file belongs to torch or Python.  A line of such
            a file is named after the user's line.
    """
    return "\n".join(_Annotator(origins, is_library).lines(text))


def origins_in_text(text: str) -> GraphOrigins:
    """Return the origins of nodes that a graph's text shows.

    Args:
        text: the graph as torch prints it.  Graphs inside it are left out.
    """
    nodes = {}
    for one in node_lines(text):
        place = one.above.place
        if one.nested:
            continue
        stack: Stack = ()
        if place is not None:
            stack = (replace(place, function=one.above.function or "?"),)
        operation = one.operator
        if operation.startswith(_HIGHER_ORDER):
            operation = operation[len(_HIGHER_ORDER) :]
        nodes[one.name] = NodeOrigin(stack, operation=operation)
    return GraphOrigins(nodes, {}, callers_known=False)


def kept_origins(
    after: GraphOrigins, before: GraphOrigins, is_library: Callable[[str], bool]
) -> GraphOrigins:
    """Return the origins of a graph's nodes, corrected after passes replaced nodes.

    A pass may give a new node the stack of the node that it replaces.  Or it gives it
    Python's current stack, which ends at the call of the compiled function.  It may
    also change the stack of an existing node.  For example, an input that a custom
    operator writes into gets the operator's line.  The graph before the passes has the
    right lines.  So a node with the same name and operation keeps its line.  A stack
    with a line that the graph before does not have is removed.

    A cache keeps the graph after the passes as text only, which has no callers.  So the
    callers come from the graph before.  A pass may change the operation of a node, such
    as ``index_put`` to ``index_put_``: the same name on the same line is enough.

    Args:
        after: the origins of the graph after the passes.
        before: the origins of the forward or backward graph before the passes.
        is_library: returns whether a file belongs to torch or Python.
    """
    places: dict[int, object] = {}  # by the id of a stack, which many nodes share

    def place(stack: Stack) -> object:
        if id(stack) not in places:
            own = own_frames(stack, is_library)
            places[id(stack)] = (own[-1].file, own[-1].line) if own else None
        return places[id(stack)]

    lines: dict[object, dict[Stack, None]] = {}
    for one in before.nodes.values():
        if one.stack:
            lines.setdefault(place(one.stack), {})[one.stack] = None

    def kept(name: str, node: NodeOrigin) -> NodeOrigin:
        old, here = before.nodes.get(name), place(node.stack)
        if old is not None and old.stack:
            is_here = not after.callers_known and place(old.stack) == here
            if is_here or old.operation == node.operation:
                return old
        if node.stack and here not in lines:
            return node._replace(stack=(), elsewhere=True)
        stacks = [*lines.get(here, ())]
        is_sure = not after.callers_known and len(stacks) == 1
        return node._replace(stack=stacks[0]) if is_sure else node

    if not lines:
        return after
    inner = {
        name: kept_origins(part, before.inner[name], is_library)
        if name in before.inner
        else part
        for name, part in after.inner.items()
    }
    nodes = {name: kept(name, node) for name, node in after.nodes.items()}
    return after._replace(nodes=nodes, inner=inner)


class _Annotator:
    """Annotates a printed graph from top to bottom."""

    def __init__(
        self, origins: GraphOrigins, is_library: Callable[[str], bool]
    ) -> None:
        self._root = origins
        self._is_library = is_library
        self._graphs: list[tuple[int, GraphOrigins | None]] = []
        # Keys contain the ids of stacks, as above.
        self._places: dict[tuple[int, str, str, str], _Place] = {}
        self._lines: dict[int, _Place] = {}
        self._above = _NOTHING
        self._head = "# "

    def lines(self, text: str) -> Iterator[str]:
        """Yield the lines of the new text."""
        held: list[str] = []  # blank lines and torch's comment above the next node
        for line in text.split("\n"):
            code = line.lstrip()
            if code.startswith("#"):
                comment = place_comment(line)
                if comment is not None or code.startswith(NO_STACK):
                    self._head = comment.head.lstrip() if comment is not None else "# "
                    held.append(line)
                    continue
            elif not code:
                held.append(line)
                continue
            name = node_name(line)
            place = self._place(name) if name else None
            if place is None:
                yield from held
                self._above = _NOTHING if held else self._above
                self._enter(line)
            elif place is not self._above and place != self._above:
                yield ""
                yield from self._comment(line, place)
                self._above = place
            held = []
            yield line
        yield from held

    def _enter(self, line: str) -> None:
        """Note the beginning of a graph nested in the current one."""
        name = class_name(line)
        if not name:
            return
        indent = len(line) - len(line.lstrip())
        while self._graphs and self._graphs[-1][0] >= indent:
            self._graphs.pop()
        around = self._graphs[-1][1] if self._graphs else None
        own = around.inner.get(name) if around else None
        self._graphs.append((indent, own if self._graphs else self._root))
        self._above = _NOTHING

    def _place(self, name: str) -> _Place | None:
        graph = self._graphs[-1][1] if self._graphs else None
        origin = graph.nodes.get(name) if graph is not None else None
        if origin is None or not (origin.stack or origin.elsewhere):
            return None
        key = (id(origin.stack), origin.module, origin.kind, self._head)
        if key not in self._places:
            self._places[key] = self._place_of(origin)._replace(head=self._head)
        return self._places[key]

    def _place_of(self, origin: NodeOrigin) -> _Place:
        stack = origin.stack
        if id(stack) not in self._lines:
            self._lines[id(stack)] = self._line_of(stack)
        module = module_path(origin.module)
        if module and origin.kind:
            module = f"{module} ({origin.kind})"
        return self._lines[id(stack)]._replace(module=module)

    def _line_of(self, stack: Stack) -> _Place:
        if not stack:
            return _NOTHING
        *callers, frame = own_frames(stack, self._is_library)
        inside = _short(stack[-1]) if stack[-1] is not frame else ""
        return _Place("", tuple(map(_short, callers)), frame, inside)

    def _comment(self, line: str, place: _Place) -> Iterator[str]:
        indent = line[: len(line) - len(line.lstrip())]
        before = self._above
        # The module above "No stacktrace" is that of the nodes below it only.
        if place.module != before.module or (place.module and place.frame is None):
            known = self._root.modules_known
            none = _NO_MODULE if known else _UNKNOWN_MODULE
            yield f"{indent}{MODULE}{place.module or none}"
        if place.callers and place.callers != before.callers:
            yield f"{indent}{CALLERS}{' > '.join(place.callers)}"
        frame = place.frame
        if frame is None:
            yield f"{indent}{NO_STACK} found for following nodes"
            return
        code = f", code: {frame.text}" if frame.text else ""
        where = f"{frame.file}:{frame.line} in {frame.function}{code}"
        yield f"{indent}{place.head}File: {where}"
        if place.inside:
            yield f"{indent}# In the library: {place.inside}"


def _short(frame: SourceLine) -> str:
    return f"{short_file(frame.file)}:{frame.line} in {frame.function}"
