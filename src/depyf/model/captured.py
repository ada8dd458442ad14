"""Lines that a graph captured, by function and module.

Read from the comments above the nodes of a graph (``# Module: ...``, ``# File: ...``),
which capture completes with what the nodes know, from the source that was kept of each
function, and from the classes of the modules.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.instances import folded
from depyf.model.source_places import is_installed, is_of_torch
from depyf.model.stages import CAPTURED
from depyf.torch_text.access_paths import dotted_path
from depyf.torch_text.graph_lines import node_lines

if TYPE_CHECKING:
    from depyf.model.run import Compilation


class CapturedPlace(NamedTuple):
    """The captured lines of one function.

    `function` is qualified where its source is known (``LlamaAttention.forward``),
    `first_line` is that of its source then, else 0.  `modules` are the paths of the
    modules that it ran for, folded (``model.layers[0..11].self_attn``), empty for the
    one that is compiled.  `nodes` counts the operations of the graph.
    """

    file: str
    lines: tuple[int, ...]
    function: str
    modules: tuple[str, ...]
    nodes: int
    first_line: int = 0


class _Node(NamedTuple):
    """The origin of a node; `path` is torch's, with dots."""

    file: str
    line: int
    function: str
    path: str
    kind: str


@once_each
def captured_places(
    compilation: Compilation, file: str = "", prefix: str = ""
) -> tuple[CapturedPlace, ...]:
    """Return the lines that a compilation captured, the user's own files first.

    That is the file of the compiled function, then what is not installed, then other
    libraries, then torch; files and functions with more nodes before others.

    Args:
        compilation: with its graphs.
        file: that of the compiled function.
        prefix: of the one graph that is meant; all by default.
    """
    counts: Counter[_Node] = Counter()
    for graph in compilation.graphs:
        if graph.stage == CAPTURED and (not prefix or graph.prefix == prefix):
            counts.update(_nodes_of(graph.text))
    return _in_order(_places(counts, compilation), file)


@lru_cache(maxsize=32)
def _nodes_of(text: str) -> Mapping[_Node, int]:
    return Counter(
        _Node(
            above.place.file, above.place.line, above.function, above.module, above.kind
        )
        for above in (one.above for one in node_lines(text))
        if above.place is not None
    )


def _places(
    counts: Mapping[_Node, int], compilation: Compilation
) -> Iterator[CapturedPlace]:
    kinds: dict[str, Sequence[str]] = {node.path: (node.kind,) for node in counts}
    kinds.update({p: k.split() for p, k in compilation.module_classes.items()})
    root_classes = _root_classes(compilation)
    of_method = compilation.instance is not None
    groups: dict[tuple[str, str, int], dict[_Node, int]] = {}
    for node, count in counts.items():
        source = compilation.sources.at(node.file, node.line, node.function)
        name = source.qualified_name if source else node.function
        key = (node.file, name, source.first_line if source else 0)
        groups.setdefault(key, {})[node] = count
    for (file, name, first_line), nodes in groups.items():
        of_root = _class_of(name) in root_classes
        paths = dict.fromkeys(
            "" if of_root and not is_own else path_in_root(path, of_method=of_method)
            for is_own, path in (_module_of(node, name, kinds) for node in nodes)
        )
        yield CapturedPlace(
            file,
            tuple(sorted({node.line for node in nodes})),
            name,
            folded(path for path in paths if path),
            sum(nodes.values()),
            first_line,
        )


def _root_classes(compilation: Compilation) -> set[str]:
    """Return the names of the class whose method is compiled; nodes do not name it."""
    names = []
    if compilation.entry is not None:
        names.append(_class_of(compilation.entry.qualified_name))
    if compilation.instance is not None:
        names.append(_class_of(compilation.instance.owner))
        names.append(compilation.instance.instance_class.rpartition(".")[2])
    return {name for name in names if name}


def _class_of(function: str) -> str:
    return function.rpartition(".")[0].rpartition(".")[2]


def _module_of(
    node: _Node, function: str, kinds: Mapping[str, Sequence[str]]
) -> tuple[bool, str]:
    """Return the module of a method, or the running module, and which of them it is.

    And whether it is the former.

    The nodes of ``self.q_proj(x)`` belong to ``q_proj``, and their line to a method of
    the module that holds it.
    """
    owner = _class_of(function)
    path = node.path
    while path and owner:
        if owner in kinds.get(path, ()):
            return True, path
        path = path.rpartition(".")[0]
    return False, node.path


def path_in_root(path: str, *, of_method: bool) -> str:
    """Return a path as people write it, within the module that is compiled.

    ``self`` is that module; in a wrapper of its method, the first of ``args`` is.

    >>> path_in_root("args.0.layers.3", of_method=True)
    'layers[3]'
    >>> path_in_root("model.layers.3", of_method=False)
    'model.layers[3]'
    """
    for root in ("self", "args.0") if of_method else ("self",):
        if path == root or path.startswith(f"{root}."):
            path = path[len(root) + 1 :]
            break
    return dotted_path(path) if path else ""


def _in_order(
    places: Iterable[CapturedPlace], own_file: str
) -> tuple[CapturedPlace, ...]:
    found = [*places]
    of_file: Counter[str] = Counter()
    for place in found:
        of_file[place.file] += place.nodes

    def rank(place: CapturedPlace) -> tuple[int, int, str, int, int]:
        file = place.file
        kind = 0 if file == own_file else 1
        if kind and is_installed(file):
            kind = 3 if is_of_torch(file) else 2
        return kind, -of_file[file], file, -place.nodes, place.lines[0]

    return tuple(sorted(found, key=rank))
