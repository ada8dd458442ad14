"""Find calls whose gradient is differentiated again (``create_graph=True``)."""

from __future__ import annotations

import ast
from typing import Iterator, NamedTuple

from depyf.model.findings.expression_parts import binding
from depyf.model.findings.program_index import index_of_text
from depyf.model.findings.syntax_parts import constant, last_name

_OF_GRADIENTS = {"grad", "backward"}


class DoubleGradient(NamedTuple):
    """The line that takes such a gradient, and that of the call it differentiates."""

    taken: int
    made: int


def double_gradients(text: str) -> Iterator[DoubleGradient]:
    """Yield the gradients in a file that keep their graph, each call once.

    Args:
        text: the source of the file.
    """
    index = index_of_text(text)
    seen: set[int] = set()
    for name in sorted(_OF_GRADIENTS):
        for call in index.calls.get(name, ()):
            for one in _differentiated(call) if _keeps_graph(call) else ():
                function = index.function_around(call)
                store = binding(index, one, function, call.lineno)
                if store is None or not isinstance(store.value, ast.Call):
                    continue
                if store.line not in seen:
                    seen.add(store.line)
                    yield DoubleGradient(call.lineno, store.line)


def _keeps_graph(call: ast.Call) -> bool:
    """Return whether a call may keep the graph: also if a variable decides."""
    given = (one.value for one in call.keywords if one.arg == "create_graph")
    return any(constant(one) is not False for one in given)


def _differentiated(call: ast.Call) -> list[str]:
    """Return the variables that a call differentiates, in order of appearance."""
    is_method = last_name(call.func) == "backward"
    of = getattr(call.func, "value", None) if is_method else None
    of = of or (call.args[0] if call.args else None)
    nodes = ast.walk(of) if of is not None else ()
    names = (node.id for node in nodes if isinstance(node, ast.Name))
    return list(dict.fromkeys(names))
