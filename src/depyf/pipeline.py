"""The passes in order, from a lifted function to a statement tree."""

from __future__ import annotations

from typing import Callable, List

from depyf.ir.function import Function
from depyf.ir.statement import Statement
from depyf.passes import coalescing, inlining
from depyf.passes.blocks import renumber
from depyf.passes.cfg import (
    drop_cleanup_handlers,
    enter_regions,
    merge_copies,
    rename_webs,
    simplify,
)
from depyf.passes.idiom import (
    comprehension,
    imports,
    named_handler,
    with_statement,
)
from depyf.passes.shape import except_clauses, targets, tidy, while_condition
from depyf.passes.value import (
    assignments,
    augmented_assignment,
    boolean_operators,
    conditional_expression,
    displays,
    walrus,
)
from depyf.structure import exits, structurer

#: Run again and again until none changes anything. Order: what makes values whole
#: comes before what looks for whole values.
VALUE_PASSES: List[Callable[[Function], bool]] = [
    coalescing.run,
    inlining.run,
    displays.run,
    augmented_assignment.run,
    assignments.run,
    imports.run,
    walrus.run,
    simplify.run,
    boolean_operators.run,
    conditional_expression.run,
    comprehension.run,
]


def recover_values(function: Function) -> None:
    """Runs the value passes to a fixpoint."""
    changed = True
    while changed:
        changed = False
        for run in VALUE_PASSES:
            changed |= run(function)


def prepare(function: Function) -> None:
    """From lifted code to a graph whose regions are entered explicitly.

    Raises:
        StructureError: a region has two entries.
    """
    renumber(function)
    drop_cleanup_handlers.run(function)
    simplify.remove_unreachable(function)
    rename_webs.run(function)
    recover_values(function)
    with_statement.run(function)
    named_handler.run(function)
    simplify.run(function)
    enter_regions.run(function)
    simplify.close_regions(function)
    recover_values(function)
    merge_copies.run(function)
    recover_values(function)


def to_statements(function: Function) -> List[Statement]:
    """The statement tree of a lifted function, which is changed on the way.

    Raises:
        StructureError: the control flow has no structured form.
    """
    prepare(function)
    body = exits.resolve(structurer.structure(function))
    body = except_clauses.run(body)
    body = targets.run(body)
    body = while_condition.run(body)
    return tidy.run(body)
