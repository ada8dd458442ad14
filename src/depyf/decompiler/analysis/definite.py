"""Reads of private variables that nothing may have been written to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.liveness import ENTRY, Point, split_webs

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Variable


def undefined_reads(function: Function) -> list[tuple[Variable, Point]]:
    """Uses of a stack slot or temporary that its definition does not always reach.

    In a sound function there are none: the lifter and every pass define such a
    variable on all ways to its uses.
    """
    return [
        (web.variable, point)
        for web in split_webs(function)
        if web.variable.is_temporary and ENTRY in web.definitions
        for point in sorted(web.uses)
    ]
