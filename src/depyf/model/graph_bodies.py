"""The nodes of a printed graph with those of the graphs nested in it.

The body of a branch or loop (``torch.cond``, ``map``, ``scan``, ...) is printed as a
class within the graph's. Its nodes stand before the node that is given the body, with
the body's name before theirs: two bodies may name their values alike.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.model.graph_statements import printed_of
from depyf.model.operators import Reader

if TYPE_CHECKING:
    from depyf.model.graph_statements import Printed
    from depyf.model.operators import Operator

_GETTER = re.compile(r"^self\.(\w+)$")
_NUMBER = re.compile(r"_\d+$")
# Of these the last values that are given are the arguments of the bodies.
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


def operators_with_bodies(text: str) -> list[Operator]:
    """Return all nodes of a printed graph in an order in which they can run."""
    printed = printed_of(text)
    if printed is None:
        return []
    return list(_operators(printed, printed.tree))


def _operators(printed: Printed, scope: ast.AST) -> Iterator[Operator]:
    """Yield the nodes of the function in a class, or of the first one in a module."""
    function, bodies = _parts(scope)
    if function is None:
        return
    reader = Reader(printed, function)
    own = list(reader.operators())
    if not bodies:
        yield from own
        return
    got = _getters(own, bodies)
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
    """A node that is given bodies."""

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
        """Yield the nodes of one of the bodies."""
        function, _ = _parts(body)
        names = Reader(printed, function).placeholders() if function else ()
        known = self._arguments(names)
        home = f"{self._module}.{self._box}.{title}"
        for one in _operators(printed, body):
            arguments = tuple(
                dict.fromkeys(
                    known.get(name, f"{prefix}.{name}")
                    for name in one.arguments
                    if known.get(name) != ""
                )
            )
            if one.kind == "output":
                self._results.extend(arguments)
            elif one.kind != "input":
                yield one._replace(
                    name=f"{prefix}.{one.name}",
                    arguments=arguments,
                    home=home + self._below(one.home or one.at.module),
                    body=one.body or title,
                )

    def itself(self) -> Operator:
        """Return the node: it takes what its bodies return."""
        arguments = tuple(dict.fromkeys([*self._operands, *self._results]))
        home = f"{self._module}.{self._box}"
        return self._node._replace(arguments=arguments, home=home, body=self._box)

    def _arguments(self, names: Sequence[str]) -> dict[str, str]:
        """Return the value for each argument of a body; empty where it is not known."""
        handed = self._node.operation in _HANDED_ON and len(self._given) >= len(names)
        given = self._given[len(self._given) - len(names) :] if handed else []
        return dict(zip(names, given or [""] * len(names)))

    def _below(self, module: str) -> str:
        """Return the steps to a module in that of the node."""
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


def _getters(
    own: Sequence[Operator], bodies: Mapping[str, ast.ClassDef]
) -> dict[str, str]:
    """Return the body that each node gets which does nothing else."""
    found = {one.name: _GETTER.match(one.label) for one in own}
    return {name: is_[1] for name, is_ in found.items() if is_ and is_[1] in bodies}


def _title(body: str, others: Sequence[str]) -> str:
    """Return what a body is called beside others: without its number if it can be."""
    short = _NUMBER.sub("", body)
    alike = {one for one in others if _NUMBER.sub("", one) == short}
    return short if len(alike) == 1 else body
