"""The texts of one function, best first: what validation refuses leads one down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from depyf.decompiler.passes import coalescing, inlining
from depyf.decompiler.passes.cfg import comprehension_scopes, enter_regions, simplify
from depyf.decompiler.passes.idiom import (
    comprehension,
    imports,
    named_handler,
    with_statement,
)
from depyf.decompiler.passes.shape import (
    except_clauses,
    negations,
    returned_values,
    returns_in_classes,
    targets,
    tidy,
)
from depyf.decompiler.passes.value import assignments, augmented_assignment, displays
from depyf.decompiler.pipeline import begin, recover_values, to_statements
from depyf.decompiler.structure import dispatch, exits, structurer

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.statement import Statement


def to_statements_by_code(
    function: Function, is_function: bool, is_lambda: bool
) -> list[Statement]:
    """The same, should what columns tell not fit the code.

    Raises:
        StructureError: the control flow has no structured form.
    """
    return to_statements(function, is_function, is_lambda, places=False)


def to_statements_with_loops(
    function: Function, is_function: bool, is_lambda: bool
) -> list[Statement]:
    """The same with loops that run once, for jumps that have no other form.

    Raises:
        StructureError: the control flow has no structured form.
    """
    return to_statements(function, is_function, is_lambda, loops=True)


def to_plain_statements(
    function: Function, is_function: bool, is_lambda: bool
) -> list[Statement]:
    """The tree without the value and shape passes that only make it prettier.

    Raises:
        StructureError: the control flow has no structured form.
    """
    if is_lambda:
        return to_statements(function, is_function, is_lambda)
    begin(function)
    _fold(function)
    with_statement.run(function)
    named_handler.run(function)
    simplify.run(function)
    enter_regions.run(function)
    simplify.close_regions(function)
    _fold(function)
    body = exits.resolve(structurer.structure(function))
    body = targets.run(except_clauses.run(body))
    if not is_function:
        body = returns_in_classes.run(body)
    body = returned_values.run(body)
    body = tidy.run(body, is_function=is_function)
    body = negations.run(body, function, none_is_free=False, is_function=is_function)
    tidy.shorten_returns(body)
    return body


def to_dispatch(
    function: Function, is_function: bool, is_lambda: bool
) -> list[Statement]:
    """The function as a state machine, its values made whole.

    Raises:
        StructureError: exceptions are handled as no statement does it.
    """
    return _state_machine(function, is_function, is_lambda, recover_values)


def to_flat_dispatch(
    function: Function, is_function: bool, is_lambda: bool
) -> list[Statement]:
    """The function as a state machine, one operation after the other.

    Raises:
        StructureError: exceptions are handled as no statement does it.
    """
    return _state_machine(function, is_function, is_lambda, _fold)


def _state_machine(
    function: Function,
    is_function: bool,
    is_lambda: bool,
    make_whole: Callable[[Function], None],
) -> list[Statement]:
    if is_lambda:
        return to_statements(function, is_function, is_lambda)
    begin(function)
    make_whole(function)
    displays.finish(function)
    comprehension_scopes.give_names(function)
    enter_regions.split_at_exc_pop(function)
    return dispatch.dispatch(function)


def _fold(function: Function) -> None:
    """Copies and single uses only: what every text needs."""
    changed = True
    while changed:
        changed = coalescing.run(function) | inlining.run(function)
        changed |= displays.run(function) | augmented_assignment.run(function)
        changed |= assignments.run(function) | imports.run(function)
        changed |= comprehension.run(function) | simplify.run(function)
    inlining.evaluate_unread(function)


#: Rungs of the quality ladder that validation has to accept, best first.
LADDER: list[tuple[str, Callable[[Function, bool, bool], list[Statement]]]] = [
    ("exact", to_statements),
    ("exact", to_statements_by_code),
    ("exact", to_statements_with_loops),
    ("structured", to_plain_statements),
    ("dispatch", to_dispatch),
    ("dispatch", to_flat_dispatch),
]
