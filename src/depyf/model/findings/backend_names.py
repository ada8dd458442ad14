"""Find the name of the backend that a call of `torch.compile` gets."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Sequence

from depyf.model.findings.expression_parts import binding
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import Kind, every_parameter
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.spots import met_from, spot_of_node
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.compile_sites import SitePlace
    from depyf.model.findings.spots import Spot
    from depyf.model.run import Run


def backend_of(
    run: Run, place: SitePlace, stacks: Sequence[Sequence[SourceLine]] = ()
) -> str:
    """Return the backend of a site: ``aot_eager``, ``my.backend``, or "" if unknown.

    A variable is traced to its value; the name of a variable says nothing to a reader.

    Args:
        run: the run.
        place: the site.
        stacks: stacks of compilations. Calls on them are followed before other calls.
    """
    for option in getattr(place.site.node, "keywords", ()):
        if option.arg == "backend":
            return _traced(program_files(run), place.file, option.value, stacks)
    return ""


def _traced(
    files: tuple[ProgramFile, ...],
    file: ProgramFile,
    node: ast.expr,
    stacks: Sequence[Sequence[SourceLine]],
) -> str:
    tracer = tracer_of(files).along(stacks)
    met = met_from(tracer, node, spot_of_node(file, node))
    if any(_has_several(one, spot) for one, spot in met):
        return ""
    last, spot = met[-1]
    if isinstance(last, ast.Constant):
        return last.value if isinstance(last.value, str) else ""
    return "" if _is_variable(last, spot) else dotted(last)


def _root(node: ast.expr) -> str:
    return dotted(node).partition(".")[0]


def _has_several(node: ast.expr, spot: Spot) -> bool:
    """Return whether a function assigns a variable more than once."""
    if not isinstance(node, ast.Name):
        return False
    stores = index_of(spot.file).at(Kind.NAME, node.id)
    return sum(one.function is spot.function for one in stores) > 1


def _is_variable(node: ast.expr, spot: Spot) -> bool:
    """Return whether an expression starts with a parameter or an assigned variable."""
    index, function, name = index_of(spot.file), spot.function, _root(node)
    while True:
        found = binding(index, name, function, spot.line)
        if found is not None:
            return found.kind is not Kind.DEFINITION
        if function is None:
            return False
        if name in every_parameter(function):
            return True
        function = index.function_around(function)
