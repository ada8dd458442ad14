"""Rewriting values with what hides in the payloads of comprehensions."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

from depyf.ir.value import Comprehension, ComprehensionFor, Value, rewrite

Change = Callable[[Value], Value]


def rewrite_deep(value: Value, change: Change) -> Value:
    """`rewrite` that goes into comprehensions, too, inner values first."""

    def both(node: Value) -> Value:
        if isinstance(node.payload, Comprehension):
            payload = map_comprehension(
                node.payload, lambda part: rewrite_deep(part, change)
            )
            node = replace(node, payload=payload)
        return change(node)

    return rewrite(value, both)


def map_comprehension(
    payload: Comprehension, change: Change, *, first: bool = True
) -> Comprehension:
    """The comprehension with every value replaced by what ``change`` gives.

    Args:
        payload: the comprehension.
        change: gives the new value.
        first: change the iterable of the first clause, too, which is evaluated
            outside of a called comprehension.
    """
    clauses = tuple(
        ComprehensionFor(
            change(clause.target),
            change(clause.iterable) if index or first else clause.iterable,
            tuple(change(test) for test in clause.conditions),
            clause.is_async,
        )
        for index, clause in enumerate(payload.clauses)
    )
    return Comprehension(payload.kind, tuple(map(change, payload.item)), clauses)
