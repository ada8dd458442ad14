"""Find the lines that a graph captured, by function and module.

They come from the comments above the nodes of a graph (``# Module: ...``, ``# File:
...``), the recorded sources of the functions, and the classes of the modules.  Capture
completes the comments from the nodes of the graph.
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

    Attributes:
        file: the file of the function.
        lines: the captured lines, ascending.
        function: the function's name; qualified if its source is known, such as
            ``LlamaAttention.forward``.
        modules: the folded paths of the modules that it ran for, such as
            ``model.layers[0..11].self_attn``; empty for the compiled module itself.
        nodes: the number of operations of the graph that come from these lines.
        first_line: the first line of the function; 0 if its source is unknown.
    """

    file: str
    lines: tuple[int, ...]
    function: str
    modules: tuple[str, ...]
    nodes: int
    first_line: int = 0


class _Node(NamedTuple):
    """The origin of a node; `path` and `kind` are its module's path and class."""

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

    The order is: the file of the compiled function, other files that are not installed,
    libraries, torch.  Among those, files and functions with more nodes come first.

    Args:
        compilation: the compilation.
        file: the file of the compiled function.
        prefix: the prefix of the only graph to read; empty for all graphs.
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
    """Return the names of the class whose method is compiled.

    No node names the class of the compiled module itself.
    """
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
    """Return the path of the module whose method contains a node's line.

    The nodes of ``self.q_proj(x)`` belong to ``q_proj``, but their line is in a method
    of the module that holds ``q_proj``.

    Returns:
        True and the path of that module; False and the node's own module if no module
        on its path is of the method's class.
    """
    owner = _class_of(function)
    path = node.path
    while path and owner:
        if owner in kinds.get(path, ()):
            return True, path
        path = path.rpartition(".")[0]
    return False, node.path


def path_in_root(path: str, *, of_method: bool) -> str:
    """Return a module's path below the compiled module, as a person would write it.

    ``self`` is the compiled module; in a wrapper of its method, ``args[0]`` is.

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
