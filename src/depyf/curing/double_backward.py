"""Run a call without compilation if its gradient is differentiated again.

Compiled code does not support double backward.  The program ends with an error in the
backward, although no compilation failed.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import is_alone, shifted
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import indent_of, source_of, statement_at
from depyf.model.findings.expression_parts import binding
from depyf.model.findings.program_index import index_of_text, last_line
from depyf.model.findings.syntax_parts import constant, last_name
from depyf.torch_text.operators import is_double_backward

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles

_EAGER = 'with torch.compiler.set_stance("force_eager"):'
_OF_GRADIENTS = {"grad", "backward"}


def run_eagerly(
    errors: str, files: ProgramFiles, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edits that run a call eagerly if its gradient is differentiated again.

    Args:
        errors: the program's stderr.
        files: the program's files.
        known: the paths of these files.
    """
    if not is_double_backward(errors):
        return
    for file in known:
        for statement in _statements(files, file):
            lines = files.lines(file)
            head = indent_of(lines[statement.lineno - 1]) + _EAGER
            inner = shifted(files, file, [statement], 1)
            edit = Edit(file, statement.lineno, last_line(statement), (head, *inner))
            source = source_of(lines, statement)
            what = f"run `{source}` without compilation (`force_eager`)"
            finding = "double backward through compiled code"
            yield with_torch(files, finding, what, [edit])


def _statements(files: ProgramFiles, file: str) -> Iterator[ast.stmt]:
    """Yield the assignments of values differentiated with ``create_graph=True``."""
    index = index_of_text(files.text(file))
    seen = set()
    for name in sorted(_OF_GRADIENTS):
        for call in index.calls.get(name, ()):
            if not _keeps_graph(call):
                continue
            for one in _differentiated(call):
                function = index.function_around(call)
                store = binding(index, one, function, call.lineno)
                if store is None or not isinstance(store.value, ast.Call):
                    continue
                statement = statement_at(files.tree(file), store.line)
                if statement is None or statement.lineno in seen:
                    continue
                if is_alone(files, file, [statement]):
                    seen.add(statement.lineno)
                    yield statement


def _keeps_graph(call: ast.Call) -> bool:
    return any(
        one.arg == "create_graph" and constant(one.value) is True
        for one in call.keywords
    )


def _differentiated(call: ast.Call) -> list[str]:
    """Return the variables that a call differentiates, in order of appearance."""
    is_method = last_name(call.func) == "backward"
    of = getattr(call.func, "value", None) if is_method else None
    of = of or (call.args[0] if call.args else None)
    nodes = ast.walk(of) if of is not None else ()
    names = (node.id for node in nodes if isinstance(node, ast.Name))
    return list(dict.fromkeys(names))
