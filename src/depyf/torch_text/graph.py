"""Read a printed graph: its inputs, its operators, and nested graphs.

torch prints the body of a branch or loop (``torch.cond``, ``map``, ``scan``, ...) as a
class nested in the class of the graph. `ParsedGraph.nodes` puts the nodes of a body
before the node that runs it. The body's name is their prefix, because two bodies may
use the same names.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.torch_text.graph_lines import beginning, printed_of
from depyf.torch_text.operators import Reader

if TYPE_CHECKING:
    from depyf.torch_text.graph_lines import Printed
    from depyf.torch_text.operators import Operator

_GRAPHS = 4  # cached graphs: many readers use one graph in a row, and graphs are large
# Operators whose last operands are the arguments of their bodies.
_HANDED_ON = frozenset(
    (
        "cond",
        "map_impl",
        "scan",
        "while_loop",
        "invoke_subgraph",
        "wrap",
        "tag_activation_checkpoint",
    )
)


class ParsedGraph:
    r"""The nodes of a printed graph, parsed lazily; empty if the text is not Python.

    >>> text = "class G(M):\n def forward(self, x):\n  y = x + 1\n  return (y,)"
    >>> [(one.kind, one.label, one.arguments) for one in ParsedGraph(text).operators]
    [('input', 'x', ()), ('operator', 'x + 1', ('x',)), ('output', 'return', ('y',))]
    """

    def __init__(self, text: str) -> None:
        self._printed = printed_of(text)
        self._reader: Reader | None = None
        self._bodies: Mapping[str, ast.ClassDef] = {}
        if self._printed is not None:
            function, self._bodies = _parts(self._printed.tree)
            if function is not None:
                self._reader = Reader(self._printed, function)

    @cached_property
    def inputs(self) -> dict[str, str]:
        """The annotation of each input, by name, in order."""
        return self._reader.inputs() if self._reader is not None else {}

    @cached_property
    def operators(self) -> tuple[Operator, ...]:
        """The nodes of the graph itself, without those of nested graphs, in order."""
        return tuple(self._reader.operators()) if self._reader is not None else ()

    @cached_property
    def nodes(self) -> tuple[Operator, ...]:
        """All nodes, including those of nested graphs, in an order of execution."""
        if self._printed is None or self._reader is None or not self._bodies:
            return self.operators
        return tuple(
            _with_bodies(self._printed, self._reader, self.operators, self._bodies)
        )

    @cached_property
    def returned(self) -> tuple[str, ...]:
        """The name of each returned value, in order; empty for one without a name."""
        return self._reader.returned() if self._reader is not None else ()

    @property
    def is_read(self) -> bool:
        """Whether the text is a graph in Python."""
        return self._reader is not None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The expressions of the statements that cannot be read."""
        return self._reader.unknown() if self._reader is not None else ()


@lru_cache(maxsize=_GRAPHS)
def parsed_graph(text: str) -> ParsedGraph:
    """Parse a printed graph; recently parsed graphs are cached."""
    return ParsedGraph(text)


def graph_inputs(text: str) -> dict[str, str]:
    r"""Return the annotation of each input of a graph, without parsing its nodes.

    >>> graph_inputs('def forward(self, x: "f32[2][1]cpu", n: "Sym(s77)"):\n  y = x')
    {'x': 'f32[2][1]cpu', 'n': 'Sym(s77)'}
    """
    return ParsedGraph(beginning(text)).inputs


def _with_bodies(
    printed: Printed,
    reader: Reader,
    own: Sequence[Operator],
    bodies: Mapping[str, ast.ClassDef],
) -> Iterator[Operator]:
    got = {one.name: one.attribute for one in own if one.attribute in bodies}
    users = Counter(got[name] for one in own for name in one.arguments if name in got)
    homes: Counter[str] = Counter()
    for one in own:
        used = [got[name] for name in one.arguments if name in got]
        if one.name in got:
            continue
        if not used:
            yield one
            continue
        name = one.operation or "body"
        homes[f"{one.at.module} {name}"] += 1
        times = homes[f"{one.at.module} {name}"]
        box = name if times == 1 else f"{name}_{times}"
        call = _Call(reader, one, box, got)
        for body in dict.fromkeys(used):
            own_prefix = body if users[body] == 1 else f"{one.name}.{body}"
            yield from call.inside(
                printed, bodies[body], own_prefix, _title(body, used)
            )
        yield call.itself()


class _Call:
    """A node that runs nested graphs, its bodies."""

    def __init__(
        self, reader: Reader, node: Operator, box: str, got: Mapping[str, str]
    ) -> None:
        self._node, self._box = node, box
        self._module = node.at.module or "self"
        self._operands = [one for one in node.arguments if one not in got]
        self._given = [one for one in reader.given(node.name) if one not in got]
        self._results: list[str] = []

    def inside(
        self, printed: Printed, body: ast.ClassDef, prefix: str, title: str
    ) -> Iterator[Operator]:
        """Yield the nodes of one body, with the body's name as a prefix."""
        function, bodies = _parts(body)
        if function is None:
            return
        reader = Reader(printed, function)
        known = self._arguments([*reader.inputs()])
        home = f"{self._module}.{self._box}.{title}"
        for one in _with_bodies(printed, reader, [*reader.operators()], bodies):
            arguments = tuple(
                dict.fromkeys(
                    known.get(name, f"{prefix}.{name}")
                    for name in one.arguments
                    if known.get(name) != ""
                )
            )
            first = known.get(one.first, f"{prefix}.{one.first}")
            if one.kind == "output":
                self._results.extend(arguments)
            elif one.kind != "input":
                yield one._replace(
                    name=f"{prefix}.{one.name}",
                    arguments=arguments,
                    first=first,
                    home=home + self._below(one.home or one.at.module),
                    body=one.body or title,
                )

    def itself(self) -> Operator:
        """Return the node; the results of its bodies are added to its arguments."""
        arguments = tuple(dict.fromkeys([*self._operands, *self._results]))
        home = f"{self._module}.{self._box}"
        return self._node._replace(arguments=arguments, home=home, body=self._box)

    def _arguments(self, names: Sequence[str]) -> dict[str, str]:
        """Map each argument of a body to the outer value; empty if it is unknown."""
        handed = self._node.operation in _HANDED_ON and len(self._given) >= len(names)
        given = self._given[len(self._given) - len(names) :] if handed else []
        return dict(zip(names, given or [""] * len(names)))

    def _below(self, module: str) -> str:
        """Return the path from the node's module to a submodule; empty for others."""
        inside = module.startswith(f"{self._module}.")
        return module[len(self._module) :] if inside else ""


def _parts(scope: ast.AST) -> tuple[ast.FunctionDef | None, dict[str, ast.ClassDef]]:
    """Return the function of a graph and the classes nested in it."""
    body = getattr(scope, "body", [])
    functions = [one for one in body if isinstance(one, ast.FunctionDef)]
    classes = [one for one in body if isinstance(one, ast.ClassDef)]
    if not functions and classes and isinstance(scope, ast.Module):
        return _parts(classes[0])
    return (functions[0] if functions else None), {one.name: one for one in classes}


def _title(body: str, others: Sequence[str]) -> str:
    """Return a body's name, without its number if it stays distinct from `others`."""
    short = _without_number(body)
    alike = {one for one in others if _without_number(one) == short}
    return short if len(alike) == 1 else body


def _without_number(body: str) -> str:
    name, _, number = body.rpartition("_")
    return name if number.isdecimal() else body
