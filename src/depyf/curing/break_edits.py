"""Propose edits that may remove a graph break or a failed compilation.

Each function in `BREAK_EDITS` looks at one line of the break's stack.  Its proposals
may be wrong, because each proposal is tried on the program.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.curing.blocks import before, instead
from depyf.curing.chosen import both_sides
from depyf.curing.data_stores import detached_values
from depyf.curing.deep_copies import cloned
from depyf.curing.drawn_numbers import traceable_draw
from depyf.curing.fixed_properties import fixed_property
from depyf.curing.guarded_branches import guarded_branch
from depyf.curing.handled_always import handled_always
from depyf.curing.helper_calls import (
    as_constant,
    function_further_in,
    not_called,
    under_if,
)
from depyf.curing.hoisted import hoisted, registered_once
from depyf.curing.hooks_kept import hooks_kept
from depyf.curing.kept_tensors import kept_tensors, told_as_tensor
from depyf.curing.masked_stores import stored_by_mask
from depyf.curing.plain_math import in_plain_python
from depyf.curing.program_files import Edit, original_text
from depyf.curing.proposal import Proposal, setting, with_torch
from depyf.curing.rewritten_calls import rewritten_call
from depyf.curing.sliced_by_tensor import window_by_index
from depyf.curing.sparse_products import sparse_product
from depyf.curing.spot import Spot
from depyf.curing.syntax import body_of, functions_named, replaced, source_of
from depyf.curing.whole_loops import whole_loop
from depyf.model.findings import branch_edits
from depyf.model.findings.contexts import is_at_clock, timed_at
from depyf.model.findings.disabled_functions import Disabled, disabled_functions
from depyf.model.findings.names import program_stack
from depyf.model.findings.outside_changes import CHANGES_ALLOWED
from depyf.model.findings.program_index import first_line, last_line
from depyf.model.findings.program_text import calls_of, function_at, tree_of
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.wrappers import IS_COMPILING, wrapper_at
from depyf.model.python_text import dotted
from depyf.torch_text.break_words import (
    changed_attribute,
    is_undecided,
    is_unknown_context,
)
from depyf.torch_text.names import settings_in

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break

# Expressions that need no parentheses beside ``and``.
_BINDS_TIGHT = (
    ast.Call,
    ast.Attribute,
    ast.Name,
    ast.Subscript,
    ast.Compare,
    ast.UnaryOp,
    ast.BinOp,
)


_CLOCKS = {
    "time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns",
    "process_time", "process_time_ns",
}  # fmt: skip


def of_break(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield edits that may remove a break, starting at the program's innermost line."""
    stack = program_stack(one.event.user_stack)
    own = [line for line in reversed(stack) if files.is_own(line.file)]
    for number, line in enumerate(own):
        spot = Spot(files, one, line, number == 0, finding)
        for row in BREAK_EDITS:
            yield from row(spot)


def settings_of(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield edits that change the settings that torch's messages about a break name."""
    for statement in settings_in(one.texts):
        yield setting(files, finding, statement)
    if changed_attribute(one.event.explanation):
        yield setting(files, finding, CHANGES_ALLOWED)
    name = one.said.function
    if one.said.kind.name == "LOGGING":
        statement = "torch._dynamo.config.ignore_logging_functions.add(logging.Logger."
        wanted = setting(files, finding, f"{statement}{name or 'info'})")
        edit = wanted.edits[0]
        lines = ("import logging", *edit.lines)
        edits = (Edit(edit.file, edit.first, edit.last, lines),)
        yield Proposal(finding, wanted.what, edits)
    if name == "print":
        statement = "torch._dynamo.config.reorderable_logging_functions.add(print)"
        yield setting(files, finding, statement)


def _without_check(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that runs a check or `assert` only outside compiled code."""
    node = spot.statement
    what = f"check only outside of compiled code (`{IS_COMPILING}`)"
    if isinstance(node, ast.If) and not node.orelse:
        if all(map(branch_edits.only_tells, node.body)):
            test = spot.source(node.test)
            new = f"not {IS_COMPILING} and "
            new += test if isinstance(node.test, _BINDS_TIGHT) else f"({test})"
            yield with_torch(
                spot.files, spot.finding, what, [spot.replace(node.test, new)]
            )
    elif isinstance(node, ast.Assert) or (
        node is not None and spot.is_inner and branch_edits.only_tells(node)
    ):
        yield with_torch(spot.files, spot.finding, what, [under_if(spot, node)])


def _without_context(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that enters a context manager only outside compiled code.

    This is for timers, and for context managers that torch cannot enter and that set no
    variable, such as a lock.
    """
    node, said = spot.statement, spot.one
    if not isinstance(node, (ast.With, ast.AsyncWith)) or len(node.items) != 1:
        return
    [item] = node.items
    context = spot.source(item.context_expr)
    if is_at_clock(said):
        what = "no timer inside of compiled code (`contextlib.nullcontext()`)"
    elif is_unknown_context(" ".join(said.texts)) and _is_given_nothing(item):
        what = f"enter `{context}` only outside of compiled code (`{IS_COMPILING}`)"
    else:
        return
    new = f"(contextlib.nullcontext() if {IS_COMPILING} else {context})"
    edits = [spot.replace(item.context_expr, new)]
    yield with_torch(spot.files, spot.finding, what, edits, ("contextlib", "torch"))


def _without_timer(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of the `with` that reads the clock of an innermost line."""
    line = timed_at(spot.one) if spot.is_inner else None
    if line is not None and spot.files.is_own(line.file):
        yield from _without_context(spot._replace(line=line, is_inner=False))


def _is_given_nothing(item: ast.withitem) -> bool:
    """Return whether a `with` item sets no variable and no state of torch."""
    called = getattr(item.context_expr, "func", item.context_expr)
    return item.optional_vars is None and not dotted(called).startswith("torch.")


def _without_wrapper(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that makes compiled calls skip the code that a decorator adds."""
    file = spot.line.file
    found = wrapper_at(file, spot.files.tree(file), spot.line.line)
    if found is not None:
        first = body_of(found.function)[0]
        edit = before(
            spot.files, file, first, f"if {IS_COMPILING}:", f"    return {found.call}"
        )
        what = f"skip the code of `{found.decorator}` in compiled calls"
        yield with_torch(spot.files, spot.finding, what, [edit])


def _without_clock(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that reads clocks only outside compiled code."""
    file = spot.line.file
    function = function_at(spot.files.tree(file), spot.line.line)
    if function is None or not spot.is_inner or not is_at_clock(spot.one):
        return
    calls = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and not node.args and not node.keywords
        if dotted(node.func).rpartition(".")[2] in _CLOCKS
    ]
    if len({call.lineno for call in calls}) == len(calls) > 0:
        edits = [
            spot.replace(call, f"(0 if {IS_COMPILING} else {spot.source(call)})")
            for call in calls
        ]
        what = f"no clock inside of compiled code, in `{function.name}`"
        yield with_torch(spot.files, spot.finding, what, edits)


def _without_branch(spot: Spot) -> Iterator[Proposal]:
    """Yield the edits that compute both sides of a branch and select a result."""
    node, file = spot.statement, spot.line.file
    if not isinstance(node, ast.If):
        return
    told = [] if spot.is_inner else _told(spot, node)
    if not told and not spot.is_inner:
        return
    text = "\n".join(spot.files.lines(file))
    end = last_line(node)
    found = [branch_edits.without_branch(node, text, 1)]
    behind = branch_edits.return_behind(spot.files.tree(file), node)
    if behind is not None:
        found.append(branch_edits.without_returns(node, behind, text, 1))
    if not any(found) and not told:
        yield from _both_sides(spot, node)
    for position, new in enumerate(found):
        if not new or new.endswith(":"):
            continue
        if position == 1 and behind is not None:
            end = last_line(behind)
        edit = instead(spot.files, file, node, new, last=end)
        what = "compute both sides and choose with `torch.where`"
        yield with_torch(spot.files, spot.finding, what, [edit, *told])
        if "np." in text and not told:
            in_numpy = new.replace("torch.where", "np.where")
            edit = instead(spot.files, file, node, in_numpy, last=end)
            what = "compute both sides and choose with `np.where`"
            yield with_torch(spot.files, spot.finding, what, [edit], ())


def _told(spot: Spot, node: ast.If) -> list[Edit]:
    """Return the edits that make the helper in a test return a tensor."""
    helper = function_further_in(spot)
    calls = [one for one in ast.walk(node.test) if isinstance(one, ast.Call)]
    if helper is None or helper.name not in {last_name(one.func) for one in calls}:
        return []
    for file in {one.file for one in spot.one.event.user_stack}:
        if spot.files.is_own(file) and helper in ast.walk(spot.files.tree(file)):
            here = (spot.line.file, spot.line.line)
            met = {(one.file, one.line) for one in calls_of(spot.one.run, helper.name)}
            is_shared = not met <= {here}
            return told_as_tensor(spot.files, file, helper, is_shared=is_shared)
    return []


def _both_sides(spot: Spot, node: ast.If) -> Iterator[Proposal]:
    """Yield the edit that computes both sides of a branch with several assignments."""
    file = spot.line.file
    found = both_sides(spot.files, file, node)
    if found is not None:
        edit = instead(spot.files, file, node, *found.lines, last=found.last)
        what = "compute both sides and choose each value with `torch.where`"
        yield with_torch(spot.files, spot.finding, what, [edit])


def _undecided(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that makes an undecidable test false (`guard_or_false`)."""
    node, event = spot.statement, spot.one.event
    words = f"{event.reason} {event.explanation} {event.text}"
    if isinstance(node, (ast.If, ast.Assert)) and is_undecided(words):
        module = "torch.fx.experimental.symbolic_shapes"
        new = f"{module}.guard_or_false({spot.source(node.test)})"
        what = "take the branch only where torch knows that it holds "
        what += "(`guard_or_false`)"
        edits = [spot.replace(node.test, new)]
        yield with_torch(spot.files, spot.finding, what, edits, (module,))


def _own_break(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that removes a call of `graph_break`."""
    node = spot.statement
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and dotted(call.func).endswith("graph_break"):
        assert node is not None
        edit = instead(spot.files, spot.line.file, node, "pass")
        yield Proposal(spot.finding, "no `graph_break()`", (edit,))


def _enabled(spot: Spot) -> Iterator[Proposal]:
    """Yield the edits that remove `torch.compiler.disable` from a function."""
    if spot.one.said.kind.name != "DISABLED":
        return
    for found in disabled_functions(spot.one):
        file = found.file.file
        if not spot.files.is_own(file):
            continue
        if not _written(tree_of(original_text(file)), found):
            continue  # an earlier edit added the `disable`
        for written in _written(spot.files.tree(file), found):
            edit = Edit(file, written.lineno, last_line(written), ())
            if found.function is not None:
                lines = found.file.text.split("\n")
                edit = replaced(
                    spot.files, file, written, source_of(lines, found.function)
                )
            what = f"compile `{found.name}`: without `{found.line.text}`"
            yield Proposal(spot.finding, what, (edit,))


def _written(tree: ast.AST, found: Disabled) -> list[ast.expr]:
    """Return the decorators or calls that keep a function out of compiled code."""
    among = (
        (one for one in ast.walk(tree) if isinstance(one, ast.Call))
        if found.function is not None
        else (
            decorator
            for function in functions_named(tree, found.name)
            for decorator in function.decorator_list
        )
    )
    wanted = ast.dump(found.written)
    return [one for one in among if ast.dump(one) == wanted]


BREAK_EDITS: tuple[Callable[[Spot], Iterator[Proposal]], ...] = (
    _own_break,
    _without_check,
    not_called,
    _without_wrapper,
    _without_context,
    _without_timer,
    _without_clock,
    _without_branch,
    guarded_branch,
    whole_loop,
    _undecided,
    in_plain_python,
    traceable_draw,
    rewritten_call,
    window_by_index,
    sparse_product,
    handled_always,
    stored_by_mask,
    cloned,
    fixed_property,
    detached_values,
    kept_tensors,
    hoisted,
    registered_once,
    hooks_kept,
    as_constant,
    _enabled,
)


def kept_out(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edits that exclude a helper from compiling if compiling it fails."""
    stack = program_stack(one.event.user_stack)
    roots = {(frame.file, frame.first_line) for frame in one.frames}
    for line in reversed(stack):
        own = files.is_own(line.file)
        function = function_at(files.tree(line.file), line.line) if own else None
        if function is None:
            continue
        starts = {first_line(function), function.lineno}
        if {(line.file, start) for start in starts} & roots:
            continue
        edit = before(files, line.file, function, "@torch.compiler.disable")
        what = f"keep `{function.name}` out of compiled code"
        yield with_torch(files, finding, what, [edit], is_sure=True)
