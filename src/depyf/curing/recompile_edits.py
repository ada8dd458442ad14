"""Propose edits that may avoid recompiles of a function.

Each function in `RECOMPILE_EDITS` checks which kinds of guards it is for.  Its
proposals may be wrong, because each one is tried on the program.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from depyf.curing.blocks import before, instead
from depyf.curing.case import Case
from depyf.curing.compile_calls import made_dynamic
from depyf.curing.compiled_owner import compiled_owner
from depyf.curing.compiled_rest import prepared_argument
from depyf.curing.computed_again import computed_again
from depyf.curing.computed_once import computed_once
from depyf.curing.fake_numbers import kept_symbols
from depyf.curing.filled_keys import filled_keys
from depyf.curing.first_eager import first_eager
from depyf.curing.frozen_parts import gradients_dropped
from depyf.curing.held_copies import held_copies
from depyf.curing.inner_parts import parts_of_loop
from depyf.curing.joined_lists import joined_list
from depyf.curing.kept_choice import kept_choice
from depyf.curing.keyed_by_fields import keyed_by_fields
from depyf.curing.listed_tensors import listed_tensor
from depyf.curing.lists_of_numbers import index_tensor
from depyf.curing.looped_calls import looped_calls
from depyf.curing.made_at_init import made_at_init, set_at_init
from depyf.curing.made_once import made_once
from depyf.curing.named_sources import named_sources
from depyf.curing.new_backends import backend_before
from depyf.curing.noted_after import noted_after_guard
from depyf.curing.one_dtype import one_dtype
from depyf.curing.origin_edits import (
    DETACHED,
    form_of,
    of_argument,
    of_function,
    of_name,
    of_seen,
)
from depyf.curing.own_dicts import own_dict
from depyf.curing.own_items import own_items, plain_items
from depyf.curing.own_leaves import own_leaves
from depyf.curing.own_lists import own_list
from depyf.curing.own_methods import bound_method
from depyf.curing.padded_batches import padded_batches
from depyf.curing.passed_choice import passed_choice
from depyf.curing.passed_items import passed_item
from depyf.curing.picked_keys import picked_keys
from depyf.curing.proposal import Proposal, setting, with_torch
from depyf.curing.scaled_terms import scaled_terms
from depyf.curing.selected_items import selected_item
from depyf.curing.selected_positions import selected_positions
from depyf.curing.shifted_ranges import shifted_ranges
from depyf.curing.shortcuts import shortcuts
from depyf.curing.squeezed import flattened
from depyf.curing.state_edits import (
    from_start,
    moved_out,
    not_set,
    restored,
    without_inference,
)
from depyf.curing.stored_always import stored_always
from depyf.curing.stored_tensors import stored_tensor
from depyf.curing.subclass_metadata import among_tensors
from depyf.curing.syntax import (
    functions_named,
    has_own_variables,
    replaced,
    source_of,
    statement_at,
)
from depyf.curing.taken_branches import taken_branches
from depyf.curing.tensor_flags import tensor_flag
from depyf.curing.unaliased import unaliased
from depyf.curing.unchecked_values import unchecked_values
from depyf.curing.unwrapped import unwrapped
from depyf.curing.whole_tensors import whole_tensors
from depyf.curing.without_none import without_none
from depyf.curing.zeroed_gradients import zeroed_gradients
from depyf.curing.zeros_at_first import zeros_at_first
from depyf.model.findings.causes import Scope, root_name
from depyf.model.findings.conditions import (
    PARAMETER_SIZES,
    decides_branch,
    is_first_apart,
)
from depyf.model.findings.program_index import last_line
from depyf.model.findings.syntax_parts import indexes_of, last_name
from depyf.model.python_text import dotted, parsed
from depyf.torch_text.names import classes_in, settings_in
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.recompile_groups import Group

_MOST_PLACES = 3
_MOST_CALLS = 2
_MOST_ENTRIES = 8
_SIZES = {GuardKind.SIZE, GuardKind.CONDITION}
_NUMBERS = {GuardKind.NUMBER}


def of_group(
    group: Group, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield edits that may avoid a group's recompiles, the smallest first."""
    case = Case(files, group, finding, tuple(known))
    for row in RECOMPILE_EDITS:
        yield from row(case)


def _named_attribute(case: Case) -> Iterator[Proposal]:
    """Yield the setting that lists varying sources; torch's advice would affect all."""
    if case.kind in _NUMBERS and case.is_attribute:
        yield from named_sources(case)


def _as_torch_says(case: Case) -> Iterator[Proposal]:
    """Yield the edits that change settings which torch's messages name."""
    for statement in settings_in(case.group.texts):
        yield setting(case.files, case.finding, statement)


def _assignments(case: Case) -> Iterator[tuple[str, ast.Assign]]:
    """Yield the assignments of an attribute in `__init__`, with their files."""
    for file in case.known:
        for function in functions_named(case.files.tree(file), "__init__"):
            for node in ast.walk(function):
                if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                    continue
                target = node.targets[0]
                if (
                    isinstance(target, ast.Attribute)
                    and target.attr == case.group.attribute
                    and isinstance(target.value, ast.Name)
                    and target.value.id == "self"
                    and not _is_tensor(case, file, node.value)
                ):
                    yield file, node


def _attribute(case: Case) -> Iterator[Proposal]:
    """Yield the edits that make a number in an attribute a tensor, or let it vary."""
    if case.kind not in _NUMBERS or not case.is_attribute:
        return
    name = case.group.attribute
    statement = "torch._dynamo.config.allow_unspec_int_on_nn_module = True"
    if not any("." in one for one in case.group.values):  # whole numbers
        yield setting(case.files, case.finding, statement)
    found = list(_assignments(case))
    for file, node in found[:_MOST_PLACES]:
        value = source_of(case.files.lines(file), node.value)
        buffer = f'self.register_buffer("{name}", torch.tensor({value}), '
        forms = {f"make `self.{name}` a buffer": f"{buffer}persistent=False)"}
        if not _is_module(case, file, node) or _is_set_later(case, node):
            forms.clear()
        if len(found) > 1:  # `of_name` tries a single one
            forms[f"make `self.{name}` a tensor"] = (
                f"self.{name} = torch.tensor({value})"
            )
        for what, new in forms.items():
            edit = instead(case.files, file, node, new)
            yield with_torch(case.files, case.finding, what, [edit])


def _index_list(case: Case) -> Iterator[Proposal]:
    """Yield the edit that makes a list of numbers a tensor, if it indexes a tensor.

    Torch compiles an entry for each length of a list, and for each of its numbers.
    """
    line, name = case.group.needed_by, case.group.attribute
    tree = parsed(line.text) if line is not None and case.is_attribute else None
    indexes = [
        last_name(index)
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.Subscript)
        for index in indexes_of(node)
    ]
    is_list = case.kind is GuardKind.LENGTH
    for file, node in _assignments(case) if name in indexes else ():
        if is_list or isinstance(node.value, (ast.List, ast.ListComp)):
            source = source_of(case.files.lines(file), node.value)
            edit = replaced(case.files, file, node.value, f"torch.tensor({source})")
            what = f"make the list `self.{name}` a tensor"
            yield with_torch(case.files, case.finding, what, [edit])


def _is_set_later(case: Case, first: ast.Assign) -> bool:
    """Return whether another line sets the attribute: a buffer takes only tensors."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == case.group.attribute
        and isinstance(node.ctx, ast.Store)
        and node is not first.targets[0]
        for file in case.known
        for node in ast.walk(case.files.tree(file))
    )


def _is_tensor(case: Case, file: str, value: ast.expr) -> bool:
    return source_of(case.files.lines(file), value).startswith("torch.tensor(")


def _is_module(case: Case, file: str, node: ast.AST) -> bool:
    """Return whether a statement is in a class that inherits from `nn.Module`."""
    line = getattr(node, "lineno", 0)
    for one in ast.walk(case.files.tree(file)):
        if isinstance(one, ast.ClassDef) and one.lineno <= line <= last_line(one):
            return any(dotted(base).endswith("Module") for base in one.bases)
    return False


def _argument(case: Case) -> Iterator[Proposal]:
    """Yield the edits that give an argument the same form in each call."""
    form = form_of(case)
    is_tensor = any(
        one in {"Parameter", "Tensor"} for one in classes_in(case.group.texts)
    )
    if case.kind is GuardKind.TYPE and is_tensor and case.allows(DETACHED):
        form = DETACHED  # a parameter has another type than a computed tensor
    if form is None or case.group.first.scope is not Scope.ARGUMENT:
        return
    is_whole = case.group.source == root_name(case.group.source)
    for file, node in list(case.arguments())[:_MOST_CALLS] if is_whole else ():
        source = source_of(case.files.lines(file), node)
        if not form.fits(node, source):
            continue
        new = form.of(source, node)
        edit = replaced(case.files, file, node, new)
        yield with_torch(case.files, case.finding, f"{form.passed}: `{new}`", [edit])


def _marked(case: Case) -> Iterator[Proposal]:
    """Yield the edits that mark an argument's size before the call.

    `mark_edits` marks tensors inside an argument.
    """
    is_whole = case.group.source == root_name(case.group.source)
    is_marked = is_whole and case.kind is GuardKind.SIZE
    found = case.argument() if is_marked else None
    line = case.group.called_at
    if found is None or line is None:
        return
    file, node = found
    statement = statement_at(case.files.tree(file), line.line)
    if not isinstance(node, (ast.Name, ast.Attribute)) or statement is None:
        return
    if has_own_variables(statement, node):
        return
    name = source_of(case.files.lines(file), node)
    for index in sorted({one.index for one in case.group.causes if one.index >= 0}):
        new = f"torch._dynamo.maybe_mark_dynamic({name}, {index})"
        edit = before(case.files, file, statement, new)
        what = f"mark dimension {index} of `{name}` as dynamic"
        yield with_torch(case.files, case.finding, what, [edit])


def _sizes(case: Case) -> Iterator[Proposal]:
    """Yield the edit of the setting that lets sizes of parameters vary."""
    if case.kind is GuardKind.SIZE:
        yield setting(case.files, case.finding, PARAMETER_SIZES)


def _dynamic(case: Case) -> Iterator[Proposal]:
    """Yield the edits that compile the function for all sizes and numbers."""
    if case.kind in _NUMBERS and is_first_apart(case.group):
        return  # the branch needs its own entry, even with dynamic sizes
    if case.kind in _SIZES | _NUMBERS:
        name = case.group.frame.co_name
        yield from made_dynamic(case.files, case.known, case.finding, name)


def _dynamic_first(case: Case) -> Iterator[Proposal]:
    """Yield the edits of `_dynamic` if an `if` tests the number.

    They come early, because a tensor in the test would break the graph.
    """
    if case.kind in _NUMBERS and decides_branch(case.group):
        yield from _dynamic(case)


def _whole(case: Case) -> Iterator[Proposal]:
    """Yield the edits that compute a tensor instead of a list of varying length."""
    if case.kind in _SIZES:
        yield from whole_tensors(case.files, case.finding, case.known)


def _more_entries(case: Case) -> Iterator[Proposal]:
    """Yield the edit of the setting that raises the limit of entries."""
    if case.group.limit_reached:
        limit = 4 * max(len(case.group.frame.entries), _MOST_ENTRIES)
        statement = f"torch._dynamo.config.recompile_limit = {limit}"
        yield setting(case.files, case.finding, statement)


RECOMPILE_EDITS: tuple[Callable[[Case], Iterator[Proposal]], ...] = (
    index_tensor,
    selected_positions,
    passed_choice,
    passed_item,
    selected_item,
    kept_choice,
    kept_symbols,
    backend_before,
    unwrapped,
    among_tensors,
    shortcuts,
    taken_branches,
    zeroed_gradients,
    picked_keys,
    _index_list,
    listed_tensor,
    scaled_terms,
    shifted_ranges,
    bound_method,
    flattened,
    _named_attribute,
    compiled_owner,
    looped_calls,
    _as_torch_says,
    restored,
    moved_out,
    without_inference,
    noted_after_guard,
    from_start,
    not_set,
    _dynamic_first,
    parts_of_loop,
    computed_again,
    of_seen,
    _argument,
    of_argument,
    unaliased,
    own_items,
    plain_items,
    _dynamic,
    named_sources,
    prepared_argument,
    of_function,
    computed_once,
    without_none,
    zeros_at_first,
    stored_tensor,
    own_dict,
    joined_list,
    own_list,
    stored_always,
    filled_keys,
    keyed_by_fields,
    tensor_flag,
    _attribute,
    of_name,
    own_leaves,
    gradients_dropped,
    made_once,
    _marked,
    _sizes,
    _whole,
    one_dtype,
    made_at_init,
    set_at_init,
    held_copies,
    first_eager,
    unchecked_values,
    padded_batches,
    _more_entries,
)
