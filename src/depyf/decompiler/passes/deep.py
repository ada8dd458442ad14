"""Rewrite values, including those in the payloads of comprehensions."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

from depyf.decompiler.ir.value import Comprehension, ComprehensionFor, Value, rewrite

Change = Callable[[Value], Value]


def rewrite_deep(value: Value, change: Change, test: Change | None = None) -> Value:
    """Rewrite a tree and the comprehensions in it, inner values first.

    Args:
        value: the tree.
        change: returns the new value of a node.
        test: returns the new value of a condition of a comprehension.
    """

    def both(node: Value) -> Value:
        if isinstance(node.payload, Comprehension):
            payload = map_comprehension(
                node.payload, lambda part: rewrite_deep(part, change, test), test=test
            )
            node = replace(node, payload=payload)
        return change(node)

    return rewrite(value, both)


def map_comprehension(
    payload: Comprehension,
    change: Change,
    *,
    first: bool = True,
    test: Change | None = None,
) -> Comprehension:
    """Return the comprehension with every value replaced by ``change``'s result.

    Args:
        payload: the comprehension.
        change: returns the new value.
        first: also change the iterable of the first clause, which is evaluated outside
            a called comprehension.
        test: returns the new value of a condition, after ``change``.
    """

    def asked(condition: Value) -> Value:
        changed = change(condition)
        return changed if test is None else test(changed)

    clauses = tuple(
        ComprehensionFor(
            change(clause.target),
            change(clause.iterable) if index or first else clause.iterable,
            tuple(asked(condition) for condition in clause.conditions),
            clause.is_async,
        )
        for index, clause in enumerate(payload.clauses)
    )
    return Comprehension(payload.kind, tuple(map(change, payload.item)), clauses)
