"""The table of passes: what runs on a lifted function, in which order, and why.

`PASSES` is the one list: what runs, when, and why there. The texts that are tried of a
function (`tiers`) are selections from it.
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
    """Select functions with such an operation, which no pass adds."""
    return lambda function: function.may_hold(*operations)


def forget_lines(function: Function) -> None:
    """Remove the lines from the evidence, so that no pass uses them."""
    function.evidence = function.evidence.without_lines()


def forget_columns(function: Function) -> None:
    """Remove columns and explicit jumps from the evidence."""
    function.evidence = function.evidence.without_columns()


#: Loops that run once in one function: each costs another attempt.
_MOST_LOOPS = 8


def _structured(function: Function, *, loops: bool = False) -> list[Statement]:
    """Return the tree without gotos, in the first form that resolves them all.

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
        "first: all others look for temporaries with one use",
        Text.ALL,
    ),
    Pass(
        inlining.run,
        "temporaries with one use stand in the expression that uses them",
        "after copies are gone, which are second uses",
        Text.ALL,
    ),
    Pass(
        displays.run,
        "collections and calls are not filled step by step",
        "after inlining: an item has to be whole before it is put into its display",
        Text.ALL,
    ),
    Pass(
        statements.star_annotations,
        "`*args: *Ts` is a star, not an unpacking",
        "after displays: the annotations of a function are one; before assignments, "
        "which would make `(t,) = Ts` of it",
        when=holding(MicroOp.UNPACK),
    ),
    Pass(
        statements.augmented_assignment,
        "`target += value` is one statement",
        "before assignments: its target is read and stored, which is no chain",
        Text.ALL,
        when=holding(MicroOp.INPLACE),
    ),
    Pass(
        assignments.run,
        "unpacking, chained and parallel assignments are one statement",
        "after displays and inlining: the value on the right has to be whole",
        Text.ALL,
    ),
    Pass(
        statements.imports,
        "`from m import a, b` is one statement",
        "after assignments, which it would hide the stores of names from",
        Text.ALL,
        when=holding(MicroOp.IMPORT),
    ),
    Pass(
        walrus.run,
        "a store inside of an expression is `:=`",
        "after assignments: what is a statement of its own stays one",
        Text.WHOLE,
    ),
    Pass(
        builtin_of_generator.run,
        "`any(x for x in y)` has no loop of its own beside",
        "before boolean operators, which would join its test with those around it",
        Text.WHOLE,
        when=holding(MicroOp.COMMON_CONSTANT),
    ),
    Pass(
        simplify.run,
        "no block is empty, unreachable or split without need",
        "before what looks at two arms of a branch: each has to be one block",
        Text.ALL,
    ),
    Pass(
        chained_compare.bind_middles,
        "the middle of a chained comparison is bound inside of its first test",
        "before boolean operators, which join two tests only if nothing stands between",
        Text.WHOLE,
    ),
    Pass(
        boolean_operators.run,
        "`and`, `or`, `not` are values, not branches",
        "before conditional expressions: both look at branches whose arms meet, and "
        "this one is the narrower",
        Text.WHOLE,
    ),
    Pass(
        conditional_expression.run,
        "`b if a else c` is a value, not a branch",
        "after boolean operators: its test has to be whole",
        Text.WHOLE,
    ),
    Pass(
        chained_compare.run,
        "`a < b < c` is one value",
        "after boolean operators, which make the `and` that it is made of",
        Text.WHOLE,
    ),
    Pass(
        comprehension.run,
        "the loop of an inlined comprehension is a value",
        "last: its conditions and its item have to be whole",
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
        "nothing is told by lines",
        "first: those of Dynamo's own instructions mean nothing",
        Text.VIEW,
    ),
    Pass(
        hide_instrumentation.run,
        "no profiler is called around a graph",
        "before lists are evaluated: its branches would end straight lines",
        Text.VIEW,
    ),
    Pass(
        scalarize_lists.run,
        "no list carries values over a graph break",
        "before nested frames, whose lists are empty only then",
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
        "no `del` only gives memory back early",
        "after nested frames, which read what is given back",
        Text.VIEW,
    ),
    Pass(
        simplify.merge_lines,
        "where a branch was hidden, two blocks are one",
        "before reads are settled, which works along straight lines",
        Text.VIEW,
    ),
    Pass(
        slots.rename_webs,
        "each use of a stack slot has a variable of its own",
        "before copies are removed: two uses of a slot are no copies",
        Text.VIEW,
    ),
    Pass(
        coalescing.run,
        "no temporary is a copy of another",
        "before reads are settled: a copy would be another reader",
        Text.VIEW,
    ),
    Pass(
        settle_reads.run,
        "what Dynamo reads stands beside what needs it",
        "last of a view: it asks of every statement what it changes",
        Text.VIEW,
    ),
    # --- what every text begins with -------------------------------------------------
    Pass(
        forget_columns,
        "nothing is told by columns, nor by jumps that are no statements",
        "first: the text of the code alone is tried where they mislead",
        Text.CODE,
    ),
    Pass(
        renumber,
        "ids of blocks are far apart, in the order of the source",
        "before passes that put blocks between others",
        Text.ALL,
    ),
    Pass(
        isolate_iterations,
        "what asks an iterator is alone in its block",
        "before loops are looked for: the block is their header",
        Text.ALL,
    ),
    Pass(
        comprehension_scopes.unbound_stores,
        "no store unbinds what nothing has bound",
        "before scopes of comprehensions, which save and restore such variables",
        Text.ALL,
        when=holding(MicroOp.NULL),
    ),
    Pass(
        comprehension_scopes.run,
        "variables of inlined comprehensions are their own",
        "before its handler, which tells where the scope ends, goes as unreachable",
        Text.ALL,
        when=holding(MicroOp.SAVE_LOCAL),
    ),
    Pass(
        simplify.remove_unreachable,
        "every block is reached",
        "after handlers were dropped, which leaves their blocks behind",
        Text.ALL,
    ),
    Pass(
        slots.rename_webs,
        "each use of a stack slot has a variable of its own",
        "after unreachable code is gone, whose stores would join webs",
        Text.ALL,
    ),
    Pass(
        comprehension_scopes.drop_saves,
        "what a comprehension saved of the variables around is not read",
        "after webs are renamed: the slot of the saved value is one then",
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
        "a test lies in the region it was written in",
        "before ends are joined, which asks for equal regions",
    ),
    Pass(
        explicit_statements.run,
        "a plain return or jump is known as written or as made by the compiler",
        "before ends are joined, as what was written twice are no copies, and before "
        "boolean operators, which would join tests with a jump behind each",
    ),
    Pass(
        copied_ends.join_kept_values,
        "a return inside of an expression leads to the end of it",
        "before whole ends are joined, which would take it for one",
        when=lambda function: not function.habits.tails_copied,
    ),
    Pass(
        copied_ends.join_copied_tails,
        "a copied end of the function is there once",
        "before patterns: the case that a `match` ends with may be a copy",
    ),
    Pass(
        match_patterns.run,
        "a pattern is one test",
        "before jumps are told apart: those of a pattern are no statements",
        when=lambda function: function.habits.has_match,
    ),
    Pass(
        merge_bare_ends.run,
        "a plain `return None` is there once in each region",
        "before boolean operators: each test of a condition may have a copy",
    ),
    Pass(
        exception_groups.run,
        "`except*` has the shape of `except`",
        "before values are whole: it is recognised by operations on leaves",
        when=holding(MicroOp.EXC_GROUP_MATCH),
    ),
    _values("after ends are joined: what they share is one value", Text.ALL),
    # --- statements with regions -----------------------------------------------------
    Pass(
        with_statement.run,
        "`with` is entered, and its exits have no calls of their own",
        "after values: the context has to be whole",
        Text.TREES,
    ),
    Pass(
        named_handler.run,
        "`except E as name` has no clean-up",
        "after `with`, whose exits may lie in the clause",
        Text.TREES,
    ),
    Pass(
        simplify.run,
        "no block is empty, unreachable or split without need",
        "before regions are entered: each begins with one block",
        Text.TREES,
    ),
    Pass(
        enter_regions.run,
        "every protected region has one block that enters it",
        "after `with` and names, which are regions and no `try`",
        Text.TREES,
    ),
    Pass(
        partial(merge_bare_ends.run, values_whole=True),
        "a plain `return None` is there once in each region",
        "again: entering regions and whole values uncover more of them",
        called="merge_whole_bare_ends",
    ),
    Pass(
        simplify.close_regions,
        "what cannot raise behind a region does not lie in it",
        "after regions are entered: until then nothing tells where they begin",
        Text.TREES,
    ),
    _values("again: `with`, handlers and regions stood between", Text.TREES),
    # --- copies that are seen only in whole statements -------------------------------
    Pass(
        merge_loop_tests.run,
        "a loop has one test",
        "after values: copies are compared as whole statements",
    ),
    _values("again: a loop with one test may be a comprehension's"),
    Pass(
        explicit_statements.forget_explicit_jumps,
        "nothing keeps tests apart any more",
        "after the last boolean operators",
    ),
    Pass(
        simplify.run,
        "no block is empty, unreachable or split without need",
        "last on the graph: jumps that were kept apart leave empty blocks",
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
        "the same, with loops that run once for jumps that have no other form",
        "only where there is no better form",
        Text.LOOPS,
        called="structure",
    ),
    Structurer(
        _plainly_structured,
        "the same, without recognising `match`",
        "patterns were not looked for",
        Text.PLAIN,
        called="structure",
    ),
    Pass(
        displays.finish_displays,
        "calls that waited for displays are flat",
        "after values: nothing will be put into them any more",
        Text.MACHINES,
    ),
    Pass(
        comprehension_scopes.give_names,
        "variables of comprehensions that stayed loops have names of their own",
        "after values: most became comprehensions",
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
        "needs nothing but blocks",
        Text.MACHINES,
    ),
    # --- the shape of the tree -------------------------------------------------------
    TreePass(
        else_clauses.after_arms,
        "what stood behind an `if` is not in its only arm that goes on",
        "first: it compares the order of the code, which others change",
    ),
    TreePass(
        except_clauses.run,
        "a chain of type tests is a list of clauses",
        "before targets: the name of a clause is stored first in it",
        Text.TREES,
    ),
    TreePass(
        loops.targets,
        "`for` and `with` store into their own targets",
        "before conditions of loops, which have to stand first in the body",
        Text.TREES,
    ),
    TreePass(
        loops.while_condition,
        "a loop that begins with its test is `while test`",
        "before tidying: it looks for `if ... else: break`",
    ),
    TreePass(
        returns.returns_in_classes,
        "bodies of classes and modules have no `return`",
        "before tidying, which drops what leads to the end anyway",
        Text.TREES,
        when=lambda function: not function.is_function,
    ),
    TreePass(
        returns.returned_values,
        "`return` has its value where that is computed",
        "before tidying, which shortens arms that return",
        Text.TREES,
    ),
    TreePass(
        tidy.run,
        "no jump says nothing; `assert`, `elif` and guards have their form",
        "after all statements have their parts",
        Text.TREES,
    ),
    TreePass(
        layout.run,
        "of two forms with the same code, the one whose columns fit",
        "after tidying: it chooses between tidy forms",
    ),
    TreePass(
        loops.common_breaks,
        "a `break` that arms share is written once",
        "after layout, which says where a `break` stood",
    ),
    TreePass(
        negations.run,
        "`not` stands where the code tells that it stood",
        "after layout: it turns around whole statements",
        Text.TREES,
    ),
    TreePass(
        else_clauses.dead_jumps,
        "`else`, `pass` and a last `return` stand where a dead jump tells of them",
        "after negations: it takes arms as they are",
        when=lambda function: function.is_function,
    ),
    TreePass(
        tidy.shorten_returns,
        "a function that returns nothing says `return`",
        "last: until then `return None` may be a value",
        Text.TREES,
    ),
)


#: The rows of each text.
SELECTIONS = {text: selected(PASSES, text) for text in Text}


def prepare(function: Function) -> None:
    """Run the passes up to whole values and entered regions.

    Raises:
        StructureError: a region has two entries.
    """
    run_graph(SELECTIONS[Text.COLUMNS], function)


def to_statements(function: Function, text: Text = Text.COLUMNS) -> list[Statement]:
    """Return the statement tree of a lifted function; the function is changed.

    Args:
        function: the graph.
        text: which of its texts; a lambda has only pretty ones.

    Raises:
        StructureError: the control flow has no such form.
    """
    if function.is_lambda and not text & Text.PRETTY:
        text = Text.COLUMNS
    return run_all(SELECTIONS[text], function)


def apply_view(function: Function) -> int:
    """Run the view passes for Dynamo's code; return how many instructions they hid.

    What they leave out has no effect that a reader could miss, each under a side
    condition of its own; the result is shown, never executed.

    Args:
        function: the graph, changed in place; what is known beside it is its `view`.
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
