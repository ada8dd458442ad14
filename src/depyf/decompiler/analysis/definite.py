"""Reads of private variables that nothing may have been written to.

Forward data flow to a fixpoint, as definite assignment of the Java Language
Specification (chapter 16), with the edges of exceptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.accesses import accesses
from depyf.decompiler.analysis.liveness import ENTRY, Point, split_webs
from depyf.decompiler.ir.function import terminator_values

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Variable


def undefined_reads(function: Function) -> list[tuple[Variable, Point]]:
    """Uses of a stack slot or temporary that its definition does not always reach.

    In a sound function there are none: the lifter and every pass define such a
    variable on all ways to its uses. What a test binds on its way (``:=``) is left out,
    as the data flow knows no definitions there.
    """
    in_tests = {
        access.variable
        for block in function.blocks.values()
        for value in terminator_values(block.terminator)
        for access in accesses(value)
        if access.is_write
    }
    return [
        (web.variable, point)
        for web in split_webs(function)
        if web.variable.is_temporary and ENTRY in web.definitions
        if web.variable not in in_tests
        for point in sorted(web.uses)
    ]
