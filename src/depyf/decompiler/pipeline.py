"""The table of passes: which passes run on a lifted function, in which order, and why.

`PASSES` is the whole table. Each kind of source that `tiers` tries is a selection of
its rows.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Callable

from depyf.decompiler.analysis.blocks import isolate_iterations, renumber
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.pass_manager import (
    Fixpoint,
    Pass,
    Row,
    Structurer,
    Text,
    TreePass,
    run_all,
    run_graph,
    selected,
)
from depyf.decompiler.passes import coalescing, inlining, slots
from depyf.decompiler.passes.cfg import (
    comprehension_scopes,
    copied_ends,
    enter_regions,
    explicit_statements,
    merge_bare_ends,
    merge_loop_tests,
    simplify,
    threaded_tests,
)
from depyf.decompiler.passes.dynamo import (
    hide_additions,
    hide_instrumentation,
    scalarize_lists,
    settle_reads,
)
from depyf.decompiler.passes.idiom import (
    builtin_of_generator,
    comprehension,
    exception_groups,
    match_patterns,
    named_handler,
    with_statement,
)
from depyf.decompiler.passes.tree import (
    else_clauses,
    except_clauses,
    layout,
    loops,
    match_statement,
    negations,
    returns,
    tidy,
)
from depyf.decompiler.passes.value import (
    assignments,
    boolean_operators,
    chained_compare,
    conditional_expression,
    displays,
    statements,
    walrus,
)
from depyf.decompiler.structure import dispatch, exits, structurer

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.statement import Statement


def holding(*operations: MicroOp) -> Callable[[Function], bool]:
    """Return a function that tests a graph for any of these operations."""
    return lambda function: function.may_hold(*operations)


def forget_lines(function: Function) -> None:
    """Remove line numbers from the function's evidence, so that no pass uses them."""
    function.evidence = function.evidence.without_lines()


def forget_columns(function: Function) -> None:
    """Remove columns and explicit jumps from the function's evidence."""
    function.evidence = function.evidence.without_columns()


#: The number of loops that run once in one function at most: each costs an attempt.
_MOST_LOOPS = 8


def _structured(function: Function, *, loops: bool = False) -> list[Statement]:
    """Return the tree without gotos, in the first form that has no jump left.

    Raises:
        StructureError: the control flow has no structured form.
    """
    left: set[int] = set()
    is_eager = False
    while True:
        body = match_statement.run(structurer.structure(function), function)
        known = function.evidence, frozenset(left)
        try:
            return exits.resolve(body, *known, is_eager=is_eager)
        except exits.JumpError as error:
            if not is_eager:
                is_eager = True
                continue
            if not loops or error.target in left or len(left) == _MOST_LOOPS:
                raise
            left.add(error.target)


def _plainly_structured(function: Function) -> list[Statement]:
    return exits.resolve(structurer.structure(function))


VALUES = (
    Pass(
        coalescing.run,
        "no temporary is a copy of another",
        "first: all other passes look for temporaries with one use",
        Text.ALL,
    ),
    Pass(
        inlining.run,
        "temporaries with one use stand in the expression that uses them",
        "after copies are gone: a copy is a second use",
        Text.ALL,
    ),
    Pass(
        displays.run,
        "collections and calls are complete, not filled step by step",
        "after inlining: an item must be whole before its display takes it",
        Text.ALL,
    ),
    Pass(
        statements.star_annotations,
        "`*args: *Ts` is a star, not an unpacking",
        "after displays, which collect a function's annotations; before assignments, "
        "which would turn it into `(t,) = Ts`",
        when=holding(MicroOp.UNPACK),
    ),
    Pass(
        statements.augmented_assignment,
        "`target += value` is one statement",
        "before assignments: they would take its read and store for a chain",
        Text.ALL,
        when=holding(MicroOp.INPLACE),
    ),
    Pass(
        assignments.run,
        "unpacking, chained and parallel assignments are one statement",
        "after displays and inlining: the value on the right must be whole",
        Text.ALL,
    ),
    Pass(
        statements.imports,
        "`from m import a, b` is one statement",
        "after assignments: that pass needs the individual stores",
        Text.ALL,
        when=holding(MicroOp.IMPORT),
    ),
    Pass(
        walrus.run,
        "a store inside an expression is `:=`",
        "after assignments: a store that is its own statement stays one",
        Text.WHOLE,
    ),
    Pass(
        builtin_of_generator.run,
        "`any(x for x in y)` has no second loop",
        "before boolean operators: they would join its test with other tests",
        Text.WHOLE,
        when=holding(MicroOp.COMMON_CONSTANT),
    ),
    Pass(
        simplify.run,
        "no block is empty, unreachable or needlessly split",
        "before passes that compare two arms: each arm must be one block",
        Text.ALL,
    ),
    Pass(
        chained_compare.bind_middles,
        "the middle of a chained comparison is bound inside its first test",
        "before boolean operators: they join only adjacent tests",
        Text.WHOLE,
    ),
    Pass(
        boolean_operators.run,
        "`and`, `or`, `not` are values, not branches",
        "before conditional expressions: both read branches whose arms meet, and this "
        "form is the narrower one",
        Text.WHOLE,
    ),
    Pass(
        conditional_expression.run,
        "`b if a else c` is a value, not a branch",
        "after boolean operators: its test must be whole",
        Text.WHOLE,
    ),
    Pass(
        chained_compare.run,
        "`a < b < c` is one value",
        "after boolean operators: it is made from their `and`",
        Text.WHOLE,
    ),
    Pass(
        comprehension.run,
        "the loop of an inlined comprehension is a value",
        "last: its conditions and its item must be whole",
        Text.ALL,
    ),
)


def _values(reason: str, texts: Text = Text.PRETTY) -> Fixpoint:
    return Fixpoint(
        "values",
        VALUES,
        partial(comprehension.run, waits=False),
        inlining.evaluate_unread,
        reason,
        texts,
    )


PASSES: tuple[Row, ...] = (
    # --- what only a view leaves out; each under a side condition of its own ---------
    Pass(
        forget_lines,
        "no later pass uses lines",
        "first: the lines of Dynamo's own instructions mean nothing",
        Text.VIEW,
    ),
    Pass(
        hide_instrumentation.run,
        "no profiler is called around a graph",
        "before lists are evaluated: profiler branches would split straight code",
        Text.VIEW,
    ),
    Pass(
        scalarize_lists.run,
        "no list carries values over a graph break",
        "before nested frames: their lists must be known to be empty",
        Text.VIEW,
    ),
    Pass(
        hide_additions.hide_nested_frames,
        "resume functions are called without their two empty lists",
        "after lists are evaluated",
        Text.VIEW,
    ),
    Pass(
        hide_additions.hide_releases,
        "no `del` is left that only frees memory early",
        "after nested frames: they read the freed variables",
        Text.VIEW,
    ),
    Pass(
        simplify.merge_lines,
        "blocks around a hidden branch are one block",
        "before reads are settled: that pass follows straight code",
        Text.VIEW,
    ),
    Pass(
        slots.rename_webs,
        "each use of a stack slot has a variable of its own",
        "before copies are removed: two uses of a slot are not copies",
        Text.VIEW,
    ),
    Pass(
        coalescing.run,
        "no temporary is a copy of another",
        "before reads are settled: a copy would count as another read",
        Text.VIEW,
    ),
    Pass(
        settle_reads.run,
        "Dynamo's reads stand next to their use",
        "last in a view: it needs the effects of every statement",
        Text.VIEW,
    ),
    # --- what every text begins with -------------------------------------------------
    Pass(
        forget_columns,
        "no later pass uses columns or implicit jumps",
        "first: a source from the code alone is tried if columns mislead",
        Text.CODE,
    ),
    Pass(
        renumber,
        "block ids have gaps, in the order of the source",
        "before passes that insert blocks",
        Text.ALL,
    ),
    Pass(
        isolate_iterations,
        "each operation that asks an iterator is alone in its block",
        "before loops are searched: that block is the loop header",
        Text.ALL,
    ),
    Pass(
        comprehension_scopes.unbound_stores,
        "no store unbinds a variable that is not bound",
        "before comprehension scopes: they save and restore such variables",
        Text.ALL,
        when=holding(MicroOp.NULL),
    ),
    Pass(
        comprehension_scopes.run,
        "inlined comprehensions have variables of their own",
        "before unreachable code goes: the handler shows where the scope ends",
        Text.ALL,
        when=holding(MicroOp.SAVE_LOCAL),
    ),
    Pass(
        simplify.remove_unreachable,
        "every block is reachable",
        "after handlers are dropped: their blocks are left over",
        Text.ALL,
    ),
    Pass(
        slots.rename_webs,
        "each use of a stack slot has a variable of its own",
        "after unreachable code is gone: its stores would join webs",
        Text.ALL,
    ),
    Pass(
        comprehension_scopes.drop_saves,
        "nothing reads the outer variables that a comprehension saved",
        "after webs are renamed: the saved value then has one slot",
        Text.ALL,
        when=holding(MicroOp.SAVE_LOCAL, MicroOp.MAKE_CELL),
    ),
    Pass(
        slots.slot_constants,
        "a slot that only holds one constant is that constant",
        "after webs are renamed, and while slots are still slots",
        Text.ALL,
    ),
    # --- what the compiler did to jumps and ends, while operands are still leaves ----
    Pass(
        threaded_tests.run,
        "a test lies in the region in which it was written",
        "before ends are joined: joined ends need equal regions",
    ),
    Pass(
        explicit_statements.run,
        "each plain return or jump is marked as explicit or implicit",
        "before ends are joined: explicit returns are not copies; and before boolean "
        "operators: they would join tests with an explicit jump after each",
    ),
    Pass(
        copied_ends.join_kept_values,
        "a return inside an expression leads to the expression's end",
        "before whole ends are joined: they would include it",
        when=lambda function: not function.habits.tails_copied,
    ),
    Pass(
        copied_ends.join_copied_tails,
        "a copied end of the function exists once",
        "before patterns: the last case of a `match` may be a copy",
    ),
    Pass(
        match_patterns.run,
        "a pattern is one test",
        "before bare ends are merged: jumps of a pattern are not statements",
        when=lambda function: function.habits.has_match,
    ),
    Pass(
        merge_bare_ends.run,
        "a plain `return None` exists once per region",
        "before boolean operators: each test of a condition may have a copy",
    ),
    Pass(
        exception_groups.run,
        "`except*` has the form of `except`",
        "before values are whole: it is recognised by operations on leaves",
        when=holding(MicroOp.EXC_GROUP_MATCH),
    ),
    _values("after ends are joined: what they share becomes one value", Text.ALL),
    # --- statements with regions -----------------------------------------------------
    Pass(
        with_statement.run,
        "`with` has an entry, and its exits have no exit calls",
        "after values: the context must be a whole expression",
        Text.TREES,
    ),
    Pass(
        named_handler.run,
        "`except E as name` has no clean-up",
        "after `with`: the clause may contain the exit of a `with`",
        Text.TREES,
    ),
    Pass(
        simplify.run,
        "no block is empty, unreachable or needlessly split",
        "before regions are entered: each begins with one block",
        Text.TREES,
    ),
    Pass(
        enter_regions.run,
        "every protected region has one block that enters it",
        "after `with` and names: their regions are not `try` statements",
        Text.TREES,
    ),
    Pass(
        partial(merge_bare_ends.run, values_whole=True),
        "a plain `return None` exists once per region",
        "again: entered regions and whole values reveal more of them",
        called="merge_whole_bare_ends",
    ),
    Pass(
        simplify.close_regions,
        "code after a region that cannot raise is outside the region",
        "after regions are entered: only then is their beginning known",
        Text.TREES,
    ),
    _values("again: `with`, handlers and regions separated values before", Text.TREES),
    # --- copies that are seen only in whole statements -------------------------------
    Pass(
        merge_loop_tests.run,
        "a loop has one test",
        "after values: copies are compared as whole statements",
    ),
    _values("again: a loop with one test may be a comprehension's"),
    Pass(
        explicit_statements.forget_explicit_jumps,
        "no explicit jump keeps tests apart",
        "after the last boolean operators",
    ),
    Pass(
        simplify.run,
        "no block is empty, unreachable or needlessly split",
        "last on the graph: explicit jumps leave empty blocks",
    ),
    # --- from graph to tree ----------------------------------------------------------
    Structurer(
        _structured,
        "statements instead of blocks, no jumps but Python's",
        "the graph has nothing left to fold",
        Text.COLUMNS | Text.CODE,
        called="structure",
    ),
    Structurer(
        partial(_structured, loops=True),
        "the same, with loops that run once for jumps without another form",
        "only where there is no better form",
        Text.LOOPS,
        called="structure",
    ),
    Structurer(
        _plainly_structured,
        "the same, without recognising `match`",
        "for the texts that do not search for patterns",
        Text.PLAIN,
        called="structure",
    ),
    Pass(
        displays.finish_displays,
        "calls with displays as arguments are flat",
        "after values: no pass adds to displays any more",
        Text.MACHINES,
    ),
    Pass(
        comprehension_scopes.give_names,
        "variables of comprehensions that stayed loops have names of their own",
        "after values: most loops became comprehensions",
        Text.MACHINES,
    ),
    Pass(
        enter_regions.split_at_exc_pop,
        "a handler ends where a block ends",
        "before blocks become arms of the machine",
        Text.MACHINES,
    ),
    Structurer(
        dispatch.dispatch,
        "a state machine: one arm for each block",
        "it needs only blocks",
        Text.MACHINES,
    ),
    # --- the shape of the tree -------------------------------------------------------
    TreePass(
        else_clauses.after_arms,
        "code after an `if` is not inside the arm that continues",
        "first: it compares the order of the code, which later passes change",
    ),
    TreePass(
        except_clauses.run,
        "a chain of type tests is a list of clauses",
        "before targets: a clause begins with the store of its name",
        Text.TREES,
    ),
    TreePass(
        loops.targets,
        "`for` and `with` store into their own targets",
        "before loop conditions: a condition must come first in the body",
        Text.TREES,
    ),
    TreePass(
        loops.while_condition,
        "a loop that begins with its test is `while test`",
        "before tidying: it needs the form `if ... else: break`",
    ),
    TreePass(
        returns.returns_in_classes,
        "bodies of classes and modules have no `return`",
        "before tidying: that pass drops redundant jumps to the end",
        Text.TREES,
        when=lambda function: not function.is_function,
    ),
    TreePass(
        returns.returned_values,
        "`return` stands where its value is computed",
        "before tidying: that pass shortens arms that return",
        Text.TREES,
    ),
    TreePass(
        tidy.run,
        "redundant jumps are gone; `assert`, `elif` and guards are restored",
        "after all statements have their parts",
        Text.TREES,
    ),
    TreePass(
        layout.run,
        "of two forms with equal code, the one that fits the columns",
        "after tidying: it chooses between tidy forms",
    ),
    TreePass(
        loops.common_breaks,
        "a `break` that arms share is written once",
        "after layout: it finds where each `break` stood",
    ),
    TreePass(
        negations.run,
        "`not` stands where the code shows that it was",
        "after layout: it inverts whole statements",
        Text.TREES,
    ),
    TreePass(
        else_clauses.dead_jumps,
        "dead jumps restore `else`, `pass` and a final `return`",
        "after negations: it keeps the arms as they are",
        when=lambda function: function.is_function,
    ),
    TreePass(
        tidy.shorten_returns,
        "a function that returns nothing says `return`",
        "last: until then `return None` may be a value",
        Text.TREES,
    ),
)


#: The rows of each kind of source.
SELECTIONS = {text: selected(PASSES, text) for text in Text}


def prepare(function: Function) -> None:
    """Run the passes up to whole expressions and entered regions.

    Raises:
        StructureError: a protected region has two entries.
    """
    run_graph(SELECTIONS[Text.COLUMNS], function)


def to_statements(function: Function, text: Text = Text.COLUMNS) -> list[Statement]:
    """Return the statement tree of a lifted graph, which the passes change.

    Args:
        function: the graph.
        text: the kind of source. For a lambda, other kinds than pretty ones become
            COLUMNS.

    Raises:
        StructureError: the control flow does not fit this kind of source.
    """
    if function.is_lambda and not text & Text.PRETTY:
        text = Text.COLUMNS
    return run_all(SELECTIONS[text], function)


def apply_view(function: Function) -> int:
    """Run the view passes for Dynamo's code; return how many instructions they hid.

    What a view hides has no effect that matters to a reader. Each pass checks this by a
    condition of its own. The result is shown, never run.

    Args:
        function: the graph, changed in place. Its `view` has the known objects.
    """
    before = _shown_offsets(function)
    run_graph(SELECTIONS[Text.VIEW], function)
    return len(before - _shown_offsets(function))


def _shown_offsets(function: Function) -> set[int]:
    found: set[int] = set()
    for block in function.blocks.values():
        found.update(block.terminator.origins)
        for value in block.values:
            for node in value.walk():
                found |= node.origins
    return found
