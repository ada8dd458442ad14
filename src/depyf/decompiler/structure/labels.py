"""Statement lists cut at their labels; gotos to gotos are threaded to the last target.

Before -> after::

    goto 1                     goto 2
    label 1                    label 2
    goto 2                     a()
    label 2
    a()
"""

from __future__ import annotations

from typing import AbstractSet

from depyf.decompiler.analysis.jump_threading import path
from depyf.decompiler.ir.statement import Goto, Label, Statement, bodies
from depyf.decompiler.ir.statement_tree import change_lists


def split(
    body: list[Statement],
) -> list[tuple[int | None, list[Statement]]]:
    """The parts of a list, each with the label that it begins with."""
    parts: list[tuple[int | None, list[Statement]]] = [(None, [])]
    for statement in body:
        if isinstance(statement, Label):
            parts.append((statement.target, []))
        else:
            parts[-1][1].append(statement)
    return parts


def join(parts: list[tuple[int | None, list[Statement]]]) -> list[Statement]:
    """The statement list of labelled parts."""
    result: list[Statement] = []
    for label, statements in parts:
        if label is not None:
            result.append(Label(label))
        result.extend(statements)
    return result


def thread(body: list[Statement], heads: AbstractSet[int]) -> list[Statement]:
    """Leads jumps to where there is nothing but a jump on to where that leads.

    Control never falls off a statement here, so nothing else gets there. What leads to
    the head of a loop stays: that is a place where a statement ends.

    Args:
        body: the tree.
        heads: headers of its loops.
    """
    onward: dict[int, int] = {}
    jumps: list[Goto] = []
    pending = [body]
    while pending:
        statements = pending.pop()
        for label, code in split(statements):
            only = code[0] if len(code) == 1 else None
            if label is None or not isinstance(only, Goto):
                continue
            if only.target not in heads | {label}:
                onward[label] = only.target
        for statement in statements:
            if isinstance(statement, Goto):
                jumps.append(statement)
            pending.extend(bodies(statement))
    for jump in jumps:
        jump.target = path(jump.target, onward.get)[-1]
    return change_lists(body, lambda part: _without(part, onward.keys()))


def _without(body: list[Statement], dropped: AbstractSet[int]) -> list[Statement]:
    return join([part for part in split(body) if part[0] not in dropped])
