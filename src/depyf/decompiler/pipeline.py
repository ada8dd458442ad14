"""The passes in order, from a lifted function to a statement tree."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Callable, Mapping, Sequence

from depyf.decompiler.analysis.blocks import isolate_iterations, renumber
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.left_behind import left_behind as find_left_behind
from depyf.decompiler.definition import instruction_places
from depyf.decompiler.ir.function import snapshot, terminator_values
from depyf.decompiler.passes import adopt_locals, coalescing, inlining, slot_constants
from depyf.decompiler.passes.cfg import (
    comprehension_scopes,
    drop_cleanup_handlers,
    empty_blocks,
    enter_regions,
    join_copied_ends,
    join_kept_values,
    join_returns,
    merge_copies,
    rename_webs,
    simplify,
    threaded_tests,
    unbound_stores,
    written_jumps,
    written_returns,
)
from depyf.decompiler.passes.dynamo import (
    hide_instrumentation,
    hide_nested_frames,
    hide_releases,
    name_arguments,
    scalarize_lists,
    settle_reads,
)
from depyf.decompiler.passes.idiom import (
    builtin_of_generator,
    comprehension,
    exception_groups,
    imports,
    match_patterns,
    named_handler,
    with_statement,
)
from depyf.decompiler.passes.shape import (
    after_arms,
    common_breaks,
    except_clauses,
    layout,
    left_behind,
    match_statement,
    negations,
    returned_values,
    returns_in_classes,
    targets,
    tidy,
    while_condition,
)
from depyf.decompiler.passes.value import (
    assignments,
    augmented_assignment,
    boolean_operators,
    chained_compare,
    conditional_expression,
    displays,
    star_annotations,
    walrus,
)
from depyf.decompiler.structure import exits, structurer

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.statement import Statement
    from depyf.decompiler.known_objects import KnownObjects

#: Run again and again until none changes anything. Order: what makes values whole
#: comes before what looks for whole values.
VALUE_PASSES: list[Callable[[Function], bool]] = [
    coalescing.run,
    inlining.run,
    displays.run,
    star_annotations.run,
    augmented_assignment.run,
    assignments.run,
    imports.run,
    walrus.run,
    builtin_of_generator.run,
    simplify.run,
    chained_compare.bind_middles,
    boolean_operators.run,
    conditional_expression.run,
    chained_compare.run,
    comprehension.run,
]


#: Loops that run once in one function: each costs another attempt.
_MOST_LOOPS = 8


def recover_values(function: Function) -> None:
    """Runs the value passes to a fixpoint.

    It is reached when as many runs in a row as there are passes changed nothing, or
    when nothing changed since it was reached the last time.
    """
    if function.settled == snapshot(function):
        return
    unchanged = 0
    for run in cycle(VALUE_PASSES):
        unchanged = 0 if run(function) else unchanged + 1
        if unchanged == len(VALUE_PASSES):
            if not comprehension.run_without_waiting(function):
                break
            unchanged = 0
    function.settled = snapshot(function)
    inlining.evaluate_unread(function)


def prepare(
    function: Function, *, is_lambda: bool = False, places: bool = True
) -> set[int]:
    """From lifted code to a graph whose regions are entered explicitly.

    Args:
        function: the graph, changed in place.
        is_lambda: the result has to be one expression.
        places: what the columns of the source tell counts.

    Returns:
        The headers of loops whose test had a copy.

    Raises:
        StructureError: a region has two entries.
    """
    begin(function, places=places)
    threaded_tests.run(function)
    empty_blocks.run(function)
    unit = function.code
    ends_copied = not isinstance(unit, CodeUnit) or unit.behaviour.ends_copied
    written_returns.run(function, ends_copied=ends_copied)
    if not ends_copied:
        join_kept_values.run(function)
    join_copied_ends.run(function, ends_copied=ends_copied)
    match_patterns.run(function)
    tests_copied = not isinstance(unit, CodeUnit) or unit.behaviour.loop_tests_copied
    written_jumps.run(function, keep_heads=not tests_copied)
    merge_copies.merge_bare_ends(function)
    exception_groups.run(function)
    if is_lambda:
        join_returns.run(function)
    recover_values(function)
    with_statement.run(function)
    named_handler.run(function)
    simplify.run(function)
    enter_regions.run(function)
    merge_copies.merge_bare_ends(function, values_whole=True)
    simplify.close_regions(function)
    recover_values(function)
    tests = merge_copies.run(
        function, ends_copied=ends_copied, tests_copied=tests_copied
    )
    recover_values(function)
    if adopt_locals.run(function):
        recover_values(function)
    written_jumps.forget(function)
    simplify.run(function)
    return tests


def begin(function: Function, *, places: bool = True) -> None:
    """What every text of a lifted function begins with.

    Args:
        function: the graph, changed in place.
        places: note what the columns of the source tell.
    """
    if places:
        instruction_places.run(function)
    renumber(function)
    isolate_iterations(function)
    unit = function.code
    unbound_stores.run(function, unit.parameters if isinstance(unit, CodeUnit) else ())
    comprehension_scopes.run(function)
    drop_cleanup_handlers.run(function)
    simplify.remove_unreachable(function)
    rename_webs.run(function)
    comprehension_scopes.drop_saves(function)
    slot_constants.run(function)


def apply_view(
    function: Function,
    objects: KnownObjects | None = None,
    parameter_names: Mapping[str, Sequence[str]] | None = None,
) -> int:
    """Runs the view passes for Dynamo's code; returns how many instructions they hid.

    What they leave out has no effect that a reader could miss, each under a side
    condition of its own; the result is shown, never executed.

    Args:
        function: the graph, changed in place.
        objects: what is known of the objects that it reads.
        parameter_names: parameters of global functions.
    """
    before = _shown_offsets(function)
    function.lines.clear()  # Dynamo's own instructions have no line that means much
    hide_instrumentation.run(function)
    scalarize_lists.run(function)
    hide_nested_frames.run(function)
    hide_releases.run(function)
    simplify.merge_lines(function)  # where a hidden branch was
    rename_webs.run(function)
    coalescing.run(function)
    named = name_arguments.chosen(function, parameter_names or {})
    settle_reads.run(function, objects, named.keys())
    return len(before - _shown_offsets(function))


def _shown_offsets(function: Function) -> set[int]:
    found: set[int] = set()
    for block in function.blocks.values():
        found.update(block.terminator.origins)
        for value in [*block.body, *terminator_values(block.terminator)]:
            found |= value.all_origins()
    return found


def to_statements(
    function: Function,
    is_function: bool,
    is_lambda: bool,
    *,
    places: bool = True,
    loops: bool = False,
) -> list[Statement]:
    """The statement tree of a lifted function, which is changed on the way.

    Args:
        function: the graph.
        is_function: False for class and module bodies.
        is_lambda: the result has to be one expression.
        places: choose between equal forms by the columns of the source.
        loops: write jumps that have no other form with loops that run once.

    Raises:
        StructureError: the control flow has no structured form.
    """
    tests = prepare(function, is_lambda=is_lambda, places=places)
    unit = function.code
    assert isinstance(unit, CodeUnit)
    facts = unit.behaviour
    long = 1 if facts.tests_jump_backward else 4
    body = after_arms.run(_resolved(function, long, loops=loops))
    body = except_clauses.run(body)
    body = targets.run(body)
    body = while_condition.run(body, tests if facts.loop_tests_copied else None)
    order = find_left_behind(unit)
    if not is_function:
        body = returns_in_classes.run(body)
    body = returned_values.run(body)
    body = tidy.run(body, is_function=is_function, assertions=order.assertions)
    body = layout.run(body, function)
    body = common_breaks.run(body, function.lines)
    body = negations.run(
        body,
        function,
        none_is_free=facts.none_tests_fused,
        keeps_not=facts.tests_keep_not,
        is_function=is_function,
    )
    if is_function:
        body = left_behind.run(
            body, order.ifs, order.tries, passes=order.passes, has_end=order.has_end
        )
    tidy.shorten_returns(body)
    return body


def _resolved(function: Function, long: int, *, loops: bool) -> list[Statement]:
    """The tree without gotos, in the first form that serves them all.

    Raises:
        StructureError: the control flow has no structured form.
    """
    left: set[int] = set()
    is_eager = False
    while True:
        body = match_statement.run(structurer.structure(function, long))
        jumps = function.steps_out, function.jumps_written, frozenset(left)
        try:
            return exits.resolve(body, *jumps, is_eager=is_eager)
        except exits.JumpError as error:
            if not is_eager:
                is_eager = True
                continue
            if not loops or error.target in left or len(left) == _MOST_LOOPS:
                raise
            left.add(error.target)
