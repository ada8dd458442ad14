"""Find the lines of a program where an argument is True or False as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import line_of
from depyf.model.findings.spots import met_from, spot_of_node
from depyf.model.findings.syntax_parts import constant

if TYPE_CHECKING:
    import ast

    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine


def written_as(
    wanted: bool,
    file: ProgramFile,
    value: ast.expr,
    files: tuple[ProgramFile, ...],
) -> list[SourceLine]:
    """Return the lines with the constants that an argument's value comes from.

    Args:
        wanted: the constant.
        file: the file of the argument.
        value: the argument.
        files: all files of the program.
    """
    tracer = tracer_of(files).along(())
    found = (
        line_of(spot.file, node.lineno)
        for node, spot in met_from(tracer, value, spot_of_node(file, value))
        if constant(node) is wanted
    )
    return list(dict.fromkeys(found))
