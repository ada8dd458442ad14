"""Rules on recompiles: from failed guards to an edit.

Recompiles of one function for the same reason are one group.  The first rule that
applies to a group gives its result.  `tests/findings` has for each rule a program that
its edit cures.  `depyf.check` only knows one failed guard, and uses the advice of the
first rule that applies to the guard.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.model.events import SourceLine
from depyf.model.findings import conditions, growth
from depyf.model.findings import recompile_cures as cures
from depyf.model.findings.advanced_iterators import ADVANCED_ITERATOR
from depyf.model.findings.brought import broken_line, varying_result
from depyf.model.findings.causes import Scope, cause_of_guard
from depyf.model.findings.container_keys import (
    has_keys,
    keys_change,
    only_order_differs,
    some_keys,
)
from depyf.model.findings.conversions import converted
from depyf.model.findings.created_again import CREATED_AGAIN
from depyf.model.findings.equal_entries import EQUAL_ENTRIES, UNUSED_TENSOR
from depyf.model.findings.fixed_sizes import FIXED_SIZES
from depyf.model.findings.flags_of_each import FLAG_OF_EACH
from depyf.model.findings.frozen_parameters import FROZEN_PARAMETERS
from depyf.model.findings.grown_dicts import GROWN_DICT
from depyf.model.findings.held_parameters import KEPT_PARAMETERS
from depyf.model.findings.joined_lists import JOINED_LIST
from depyf.model.findings.key_objects import KEY_OBJECT
from depyf.model.findings.lazy_attributes import LAZY_ATTRIBUTE
from depyf.model.findings.looped_calls import LOOPED_CALLS
from depyf.model.findings.missing_attributes import MISSING_ATTRIBUTE
from depyf.model.findings.new_backends import NEW_BACKEND
from depyf.model.findings.number_for_tensor import NUMBER_FOR_TENSOR
from depyf.model.findings.number_lists import kept_as_tensor, list_index
from depyf.model.findings.one_each import (
    DTYPES,
    LAYOUTS,
    ONE_EACH,
    SIZES,
    difference,
    of,
    over_limit,
)
from depyf.model.findings.one_length import of_one_length, one_length_of_varying
from depyf.model.findings.other_sizes import each_size
from depyf.model.findings.own_methods import one_object
from depyf.model.findings.rule import Outcome, Rule
from depyf.model.findings.settled_sizes import NOW_DYNAMIC, SMALL_SIZE
from depyf.model.findings.squeezed import SQUEEZED
from depyf.model.findings.static_option import static_option
from depyf.model.findings.subclass_metadata import SUBCLASS_METADATA
from depyf.model.findings.tensor_changes import are_without_gradients
from depyf.model.findings.torch_settings import TORCH_SETTING
from depyf.model.findings.unused_keys import UNUSED_KEYS
from depyf.model.findings.value_rules import VALUE_RULES
from depyf.model.source_places import is_of_torch
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def advice_on(guard: str, line: str = "") -> str:
    """Return what a user can change if a guard fails; empty if unknown.

    >>> advice_on("tensor 'x' dtype mismatch. expected Float, actual Double")
    'each dtype needs an entry of its own; convert before the call'

    Args:
        guard: the guard as torch writes it, or torch's words for the failure.
        line: the source of the user's line that causes the guard.
    """
    cause = cause_of_guard(read_guard(guard))
    if line:
        cause = replace(cause, user_line=SourceLine("", 0, text=line))
    found = (one.advice for one in RECOMPILE_RULES if one.advice and one.guard(cause))
    return next(found, "")


def _before_first(group: Group) -> str:
    """Return where the setting for parameters goes, or what else to do."""
    is_whole = are_without_gradients(group.frame.entries)
    other = "; or pass `.data` of the parameter" if is_whole else ""
    return f"before the first call{other}"


PARAMETER_RULE = "parameter-sizes"
_PARAMETER_SIZES: Rule[Group] = Rule(
    PARAMETER_RULE,
    of(GuardKind.SIZE, also=conditions.is_of_module),
    what="is compiled for each size of `{it.source}`, because its sizes are "
    "constants in the compiled code",
    edit=conditions.PARAMETER_SIZES,
    note="before the first call; or compile one module for each size",
    advice="parameters or buffers have another size, which is a constant in the "
    "compiled code; use one module for each size, or set "
    f"`{conditions.PARAMETER_SIZES}`",
    title="recompiles for each size of `{it.source}`",
)
_SELECTING: Rule[Group] = Rule(
    "selecting-number",
    # A size may be a part of the index; then torch has a condition on the size.
    when=lambda group: (
        group.first.kind in {GuardKind.NUMBER, GuardKind.CONDITION}
        and conditions.selects_items(group)
    ),
    what=lambda group: (
        f"needs an entry for each item that `{list_index(group).source}` selects"
    ),
    cure=kept_as_tensor,
    title=lambda group: (
        f"recompiles for each item `{list_index(group).source}` selects"
    ),
    why=lambda group: (
        f"`{list_index(group).source}` is an index of a list, and torch compiles "
        "such an index as a constant."
    ),
)
# The first rule that applies to a group gives its result.
RECOMPILE_RULES: tuple[Rule[Group], ...] = (
    LOOPED_CALLS,
    NEW_BACKEND,
    SUBCLASS_METADATA,
    Rule(
        "shared-wrapper",
        when=lambda group: is_of_torch(group.frame.file) and group.source == "fn",
        what="is torch's own function; all modules compiled through it share its "
        "entries",
        note="call the modules in one function, and compile that function",
        title="shares one cache among compiled modules",
        why="This function is part of torch. All modules compiled through it share its "
        "entries.",
    ),
    Rule(
        "shared-decorator",
        of(GuardKind.OBJECT, scope=Scope.CLOSURE),
        lambda group: group.frame.is_shared and group.attribute == "__code__",
        "is code of a decorator; all functions that it wraps share its entries",
        note="compile what it wraps, such as `function.__wrapped__`; or call "
        "`torch.compile` inside of the decorator",
        title="shares one cache among decorated functions",
        why="All wrappers of `{it.frame.decorator}` have the same code, so torch keeps "
        "all entries in one cache. Each function needs an entry anyway, but together "
        "they reach the recompile limit sooner.",
    ),
    Rule(
        "varying-result",
        of(*GuardKind, scope=Scope.INTERMEDIATE),
        what=varying_result,
        where=broken_line,
        outcome=Outcome.CONSEQUENCE,
    ),
    _SELECTING,
    UNUSED_TENSOR,
    NOW_DYNAMIC,
    Rule(
        "equal-sizes",
        when=conditions.met_equal_sizes,
        what="was compiled with one number for two sizes, which were equal in the "
        "first call: `{it.first.condition}`",
        edit=conditions.DUCK_SIZES,
        note="once, after `import torch.fx.experimental._config` and before the first "
        "call",
        title="recompiles when equal sizes differ",
        why="Two sizes were equal in the first call, so torch used one number for "
        "both: `{it.first.condition}`.",
    ),
    ADVANCED_ITERATOR,
    FLAG_OF_EACH,
    *VALUE_RULES,
    NUMBER_FOR_TENSOR,
    # The setting would make the second entry dynamic: no recompile less.
    replace(SIZES, when=conditions.is_parameter_of_two_sizes),
    Rule(
        PARAMETER_RULE,
        of(GuardKind.SIZE),
        lambda group: conditions.fixed_by(group) and conditions.parameter_beside(group),
        lambda group: (
            f"is compiled for each size of `{group.source}`: it is used with the "
            f"parameter `{conditions.parameter_beside(group)}`, whose sizes are "
            "constants in the compiled code"
        ),
        edit=conditions.PARAMETER_SIZES,
        note=_before_first,
        title="recompiles for each size of `{it.source}`",
    ),
    Rule(
        "one-each",
        of(GuardKind.SIZE),
        lambda group: (
            conditions.fixed_by(group)
            and not group.limit_reached
            and conditions.parameter_beside(group, of_module=True)
        ),
        lambda group: (
            f"`{group.source}` is used with the module's own "
            f"`{conditions.parameter_beside(group, of_module=True)}`: modules differ"
        ),
        outcome=Outcome.ONE_EACH,
    ),
    replace(
        _PARAMETER_SIZES,
        guard=of(GuardKind.SIZE),
        when=conditions.is_parameter,
        note=_before_first,
        advice="",
    ),
    *FIXED_SIZES,
    _PARAMETER_SIZES,
    SMALL_SIZE,
    Rule(
        "static-sizes",
        of(GuardKind.SIZE),
        static_option,
        lambda group: f"{each_size(group)}, as it is compiled with `dynamic=False`",
        cure=cures.not_static,
        where=static_option,
        title="recompiles for each size of `{it.source}`",
    ),
    Rule(
        "varying-size",
        of(GuardKind.SIZE),
        what=each_size,
        cure=cures.as_dynamic,
        advice="sizes vary; mark the dimension with `torch._dynamo.mark_dynamic` "
        "before the first call, or compile with `dynamic=True`, to have one entry for "
        "all sizes",
        title="recompiles for each size of `{it.source}`",
    ),
    Rule(
        "double-precision",
        of(GuardKind.DTYPE),
        conditions.is_double_precision,
        "is compiled for `{it.source}` in float32 and again in float64, which is "
        "numpy's default",
        cure=lambda group: converted(group, ".float()"),
        title="recompiles for float64 `{it.source}`",
    ),
    FROZEN_PARAMETERS,
    Rule(
        "unneeded-gradients",
        of(GuardKind.REQUIRES_GRAD),
        conditions.needs_no_gradients,
        "is compiled for `{it.source}` with and without requires_grad, although "
        "gradients are off in all calls",
        cure=lambda group: converted(group, ".detach()"),
        title="recompiles for requires_grad of `{it.source}`",
    ),
    DTYPES,
    SQUEEZED,
    LAYOUTS,
    Rule(
        "varying-strides",
        of(GuardKind.STRIDE),
        what="needs an entry for {it.each} memory layout of `{it.source}` (strides "
        "differ at dimension {it.first.index})",
        cure=lambda group: converted(group, ".contiguous()"),
        advice="the tensor has another memory layout; call `.contiguous()` on it "
        "before the call, so that one entry fits all",
        title="recompiles for {it.each} layout of `{it.source}`",
    ),
    Rule(
        "class-made-anew",
        of(GuardKind.TYPE),
        lambda group: group.new_class,
        "needs an entry for each class of `{it.source}`, and "
        "`{it.new_class.function}` creates a new class `{it.new_class.name}` at each "
        "call",
        cure=cures.class_once,
        title="recompiles for each new class `{it.new_class.name}`",
    ),
    Rule(
        "function-made-anew",
        of(GuardKind.OBJECT),
        conditions.is_evaluated,
        lambda group: f"needs an entry for each function that becomes {group.said}",
        note="create the function once, and pass what differs as an argument, such as "
        "a tensor",
        title="recompiles for each function made from text",
        why=lambda group: (
            f"{group.said[:1].upper()}{group.said[1:]} is a new object each time: the "
            "program creates the function from text again."
        ),
    ),
    CREATED_AGAIN,
    Rule(
        "varying-object",
        of(GuardKind.OBJECT),
        conditions.is_any_object,
        "needs an entry for each object in `{it.source}`",
        cure=one_object,
        title="recompiles for each object in `{it.source}`",
    ),
    Rule(
        "repeated-item",
        of(GuardKind.ALIAS),
        lambda group: len(group.compilations) > 1 and "[" in group.source,
        lambda group: f"recompiles for its items: {difference(group)}",
        note="put a clone of the tensor at each place of the container",
        title="recompiles when items become different tensors",
        why=lambda group: (
            f"At first, {difference(group).replace(' in some calls only', '')}."
        ),
    ),
    MISSING_ATTRIBUTE,
    GROWN_DICT,
    UNUSED_KEYS,
    EQUAL_ENTRIES,
    LAZY_ATTRIBUTE,
    KEPT_PARAMETERS,
    JOINED_LIST,
    Rule(
        growth.GROWING,
        of(GuardKind.LENGTH),
        lambda group: growth.grows(group) and growth.is_extended(group),
        "is compiled again while `{it.source}` grows ({it.some_lengths} items), as "
        "its length is compiled in",
        note=of_one_length,
        title="recompiles while `{it.source}` grows",
        why="`{it.source}` grows ({it.some_lengths} items). Its length is a constant "
        "in the compiled code.",
    ),
    Rule(
        "varying-length",
        of(GuardKind.LENGTH),
        growth.grows,
        "is compiled for each length of `{it.source}` ({it.some_lengths} items), as "
        "its length is compiled in",
        note=of_one_length,
        title="recompiles for each length of `{it.source}`",
        why="`{it.source}` has several lengths ({it.some_lengths} items). Its length "
        "is a constant in the compiled code.",
    ),
    TORCH_SETTING,
    Rule(
        "recompile-limit",
        when=lambda group: group.limit_reached,
        what=over_limit,
        cure=cures.more_entries,
        title="needs more entries than torch allows",
    ),
    KEY_OBJECT,
    Rule(
        "key-order",
        of(GuardKind.DICT_KEYS),
        only_order_differs,
        what="needs an entry for each order of the keys of `{it.source}`",
        note="give the dict its keys in the same order in all calls",
        title="recompiles for each key order of `{it.source}`",
    ),
    Rule(
        "varying-keys",
        of(GuardKind.DICT_KEYS, GuardKind.KEY),
        lambda group: conditions.is_unbounded(group) and has_keys(group),
        lambda group: (
            f"needs an entry for each set of keys of `{group.source}` "
            f"({some_keys(group)})"
        ),
        note=keys_change,
        advice="each set of keys of a dict needs an entry; pass its values as a list, "
        "or the same keys in all calls",
        title="recompiles for new keys of `{it.source}`",
    ),
    Rule(
        "varying-length",
        of(GuardKind.LENGTH),
        lambda group: conditions.is_unbounded(group) or growth.varies(group),
        "needs an entry for each length of `{it.source}` ({it.some_lengths} items)",
        note=one_length_of_varying,
        title="recompiles for each length of `{it.source}`",
    ),
    Rule(
        "varying-condition",
        when=conditions.is_unbounded,
        what=lambda group: f"recompiles many times: {difference(group)}",
        note="keep it the same in all calls; the list of entries below shows how they "
        "differ",
        title="recompiles many times",
    ),
    *ONE_EACH,
)
