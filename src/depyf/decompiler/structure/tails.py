"""Continuations: what leaving a statement list may mean; short tails to be copied."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, FrozenSet

from depyf.decompiler.ir.evidence import NO_EVIDENCE, SourceEvidence
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    bodies,
)
from depyf.decompiler.ir.value import VariableKind
from depyf.decompiler.structure.labels import split

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

#: A tail that may be copied to where a jump leads to it has at most so many parts.
TAIL_BUDGET = 6

_LOOKED_UP = (VariableKind.GLOBAL, VariableKind.NAME)

Labels = FrozenSet[int]
NOWHERE: Labels = frozenset()


@dataclass
class Context:
    """What leaving a statement list may mean.

    ``fall``: labels reached by falling off its end; ``again``: the label that
    ``continue`` reaches; ``leave``: labels that ``break`` reaches; ``guarded``: in a
    ``try``, ``with`` or handler, where copied code would run under other handlers;
    ``depth``: of the ``if`` statements around that no jump can take the place of.
    """

    fall: Labels
    again: Labels = NOWHERE
    leave: Labels = NOWHERE
    guarded: bool = False
    depth: int = 0


@dataclass
class Tails:
    """Short ends by label, for copying, and what is known of the text.

    ``loops``: labels to be reached by leaving a loop that runs once; ``is_eager``:
    nothing less has served, so plain ends make way for code that cannot be copied, and
    what follows a failed test of a loop may become its ``else``.
    """

    known: dict[int, list[Statement]] = field(default_factory=dict)
    evidence: SourceEvidence = NO_EVIDENCE
    loops: Labels = frozenset()
    is_eager: bool = False


def collect(body: list[Statement], tails: Tails) -> None:
    """Notes all short ends of a tree."""
    pending = [body]
    while pending:
        statements = pending.pop()
        for label, code in split(statements):
            if label is not None and _is_short_end(code):
                tails.known[label] = code
        for statement in statements:
            pending.extend(bodies(statement))


def _is_short_end(code: list[Statement]) -> bool:
    return (
        bool(code)
        and len(code) <= TAIL_BUDGET
        and isinstance(code[-1], (ReturnStatement, RaiseStatement))
        and all(isinstance(s, (Simple, ReturnStatement, RaiseStatement)) for s in code)
    )


def is_plain(tail: list[Statement]) -> bool:
    """True for a ``return`` of what is there already."""
    if len(tail) != 1 or not isinstance(tail[0], ReturnStatement):
        return False
    return tail[0].value is None or is_ready(tail[0].value)


def is_ready(value: Value) -> bool:
    """True for what is there already: looking up a name may fail.

    So it counts which handlers are around it.
    """
    if value.op is MicroOp.LOAD:
        return value.variable.kind not in _LOOKED_UP
    return not value.operands
