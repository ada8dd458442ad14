"""Fills in what a code unit tells of its text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterable

from depyf.decompiler.ir.function import Branch
from depyf.decompiler.ir.span import Span
from depyf.decompiler.lift.dead_jumps import read_dead_jumps

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.ir.evidence import SourceEvidence
    from depyf.decompiler.ir.function import BasicBlock


def evidence_of(unit: CodeUnit, blocks: Iterable[BasicBlock]) -> SourceEvidence:
    """What a code unit tells of its text.

    Args:
        unit: what was lifted.
        blocks: the graph that was made of it.
    """
    evidence = replace(
        read_dead_jumps(unit),
        lines={
            instruction.offset: instruction.line
            for instruction in unit.instructions
            if instruction.line is not None
        },
        spans=_spans(unit, blocks),
    )
    return evidence if evidence.lines else evidence.without_lines()


def _spans(unit: CodeUnit, blocks: Iterable[BasicBlock]) -> dict[int, Span]:
    found: dict[int, Span] = {}
    for instruction in unit.instructions:
        line, end_line, column, end_column = instruction.position
        if line is None or column is None or end_line is None or end_column is None:
            continue
        found[instruction.offset] = Span(line, column, end_line, end_column)
    if not unit.behaviour.branches_have_places:
        for block in blocks:
            if isinstance(block.terminator, Branch):
                for offset in block.terminator.origins:
                    found.pop(offset, None)
    return found
