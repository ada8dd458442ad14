"""Rules on varying numbers and strings, which torch makes constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings import (
    attribute_cures,
    conditions,
    number_indexes,
    scaled_terms,
)
from depyf.model.findings import recompile_cures as cures
from depyf.model.findings.causes import Scope
from depyf.model.findings.computed_numbers import (
    computed_number,
    value_that_counts,
)
from depyf.model.findings.lists_of_numbers import INDEX_LIST, LIST_OF_NUMBERS
from depyf.model.findings.names import joined, some_values
from depyf.model.findings.new_values import requires_constant
from depyf.model.findings.number_needs import UNROLLED
from depyf.model.findings.one_each import NUMBERS, of, over_limit
from depyf.model.findings.rule import Rule
from depyf.model.findings.static_option import static_option
from depyf.model.findings.text_cures import of_kept_text, of_text, selected_at
from depyf.model.instances import instances_of
from depyf.torch_text.access_paths import bare
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_EACH_VALUE = "needs an entry for each value of `{it.shown}`{it.values_said}"
_EACH_TEXT = "needs an entry for each value of `{it.source}` ({it.two_values})"
_RECOMPILES = "recompiles for each value of `{it.shown}`"
_ITEMS = "recompiles for new values of `{it.shown}`"
_COMPILED_IN = (
    "The function changes `{it.source}` itself. Its value is a constant in the "
    "compiled code, so each new value recompiles."
)
_CHANGED_INSIDE = (
    "is compiled for each new value of `{it.source}`: it changes this value itself"
)


def _varying_default(group: Group) -> str:
    found = cures.changed_default(group)
    is_said = found is None or f"`{found.name}`" in group.said
    name = "" if is_said or found is None else f", the default of `{found.name}`"
    return _EACH_VALUE.format(it=group) + name


def _varying_attribute(group: Group) -> str:
    modules = [
        path
        for one in instances_of(group.frame)
        for path in (*one.made, *one.refused, *one.others)
    ]
    which = f", as its {len(modules)} instances differ" if len(modules) > 1 else ""
    several = dict.fromkeys(one.source for one in group.causes)
    if len(several) > 1:
        each = joined(
            f"`{one}` ({some_values(_required(group, one))})" for one in several
        )
        return f"needs an entry for each combination of {each}"
    return (
        f"needs an entry for each value of `{group.source}`{which} "
        f"({group.some_values})"
    )


def _required(group: Group, source: str) -> list[str]:
    """Return the values of an item of a container that entries require."""
    literal = next(bare(one.literal) for one in group.causes if one.source == source)
    found = dict.fromkeys(
        guard.asks.expected
        for entry in group.frame.entries
        for guard in entry.guards
        if requires_constant(guard.asks) and bare(guard.asks.value) == literal
    )
    return list(found)


def _varying_items(group: Group) -> str:
    kept = sorted({one.expected for one in group.causes} & {"0", "1"})
    verb = "is" if len(kept) == 1 else "are"
    always = f". {joined(kept)} {verb} always a constant" if kept else ""
    return (
        f"Each of `{group.shown}` is a constant until it differs for the first time; "
        f"torch then lets it vary{always}."
    )


VALUE_RULES: tuple[Rule[Group], ...] = (
    Rule(
        "number-index",
        of(GuardKind.NUMBER),
        number_indexes.indexes_tensors,
        _EACH_VALUE + ", because it is an index",
        cure=number_indexes.selected,
        title=_RECOMPILES,
        why="`{it.source}` is an index, and torch compiles an index as a constant. "
        "`select` gives the same result and keeps the index a symbol.",
    ),
    Rule(
        "scaled-term",
        of(GuardKind.NUMBER),
        scaled_terms.scaling,
        _EACH_VALUE + ", because it scales a term",
        cure=scaled_terms.multiplied,
        title=_RECOMPILES,
        why="The function scales a term by `{it.source}`, which torch compiles as a "
        "constant there. A product does the same with a symbol or a tensor.",
    ),
    INDEX_LIST,
    LIST_OF_NUMBERS,
    Rule(
        "changed-class-attribute",
        of(GuardKind.NUMBER, scope=Scope.CLASS),
        conditions.is_changed_inside,
        _CHANGED_INSIDE,
        cure=attribute_cures.of_class,
        title="recompiles because it changes `{it.source}`",
        why=_COMPILED_IN,
    ),
    Rule(
        "changed-attribute",
        of(GuardKind.NUMBER, scope=Scope.ATTRIBUTE),
        conditions.is_changed_inside,
        _CHANGED_INSIDE,
        cure=attribute_cures.as_buffer,
        where=lambda group: conditions.written_at(group) or group.where,
        title="recompiles because it changes `{it.source}`",
        why=_COMPILED_IN,
    ),
    Rule(
        "recompile-limit",
        of(GuardKind.NUMBER, GuardKind.TEXT, GuardKind.FLAG),
        conditions.are_many_kinds,
        over_limit,
        cure=cures.more_entries,
        title="needs more entries than torch allows",
    ),
    Rule(
        "varying-global",
        of(GuardKind.NUMBER, scope=Scope.GLOBAL),
        what="needs an entry for each value of the global `{it.source}` "
        "({it.some_values})",
        cure=cures.of_global,
        title=_RECOMPILES,
    ),
    Rule(
        "varying-closure",
        of(GuardKind.NUMBER, scope=Scope.CLOSURE),
        what="needs an entry for each value of `{it.source}`, which it closes over "
        "({it.some_values})",
        cure=cures.of_closure,
        title=_RECOMPILES,
    ),
    Rule(
        "varying-class-attribute",
        of(GuardKind.NUMBER, scope=Scope.CLASS),
        what=_EACH_VALUE,
        cure=attribute_cures.of_class,
        title=_RECOMPILES,
    ),
    Rule(
        "varying-default",
        of(GuardKind.NUMBER, scope=Scope.DEFAULT),
        what=_varying_default,
        cure=cures.default_as_tensor,
        title=_RECOMPILES,
    ),
    NUMBERS,
    Rule(
        "varying-argument",
        conditions.counts_rounds,
        what=_EACH_VALUE,
        note=UNROLLED,
        advice=UNROLLED,
        title=_RECOMPILES,
    ),
    Rule(
        "static-numbers",
        of(GuardKind.NUMBER, also=lambda cause: cause.expected.isdigit()),
        lambda group: len(group.causes) > 1 and static_option(group) is not None,
        _EACH_VALUE + ", as it is compiled with `dynamic=False`",
        cure=cures.not_static,
        where=static_option,
        title=_RECOMPILES,
    ),
    Rule(
        "number-made-static",
        of(GuardKind.NUMBER),
        conditions.fixed_by,
        lambda group: (
            f"needs an entry for each value of {value_that_counts(group)}, because its "
            "line needs a constant"
        ),
        cure=cures.kept_a_number,
        where=conditions.fixed_by,
        title=lambda group: (
            f"recompiles for each value of `{computed_number(group) or group.shown}`"
        ),
    ),
    Rule(
        "varying-attribute",
        of(GuardKind.NUMBER, scope=Scope.ATTRIBUTE),
        lambda group: (
            cures.MODULE_INTEGER in group.first.hint
            and "." not in group.first.expected
            and number_indexes.indexing(group) is None
            and not number_indexes.is_key(group)
        ),
        _varying_attribute,
        edit=cures.INTEGERS_VARY,
        note="before the first call",
        title=_RECOMPILES,
    ),
    Rule(
        "varying-option",
        of(GuardKind.NUMBER),
        attribute_cures.is_option,
        _EACH_VALUE,
        cure=attribute_cures.of_option,
        title=_RECOMPILES,
    ),
    Rule(
        "varying-attribute",
        of(GuardKind.NUMBER, scope=Scope.ATTRIBUTE),
        what=_varying_attribute,
        cure=attribute_cures.as_buffer,
        title=_RECOMPILES,
    ),
    Rule(
        "varying-argument",
        of(GuardKind.NUMBER),
        conditions.are_items_set_free,
        _ITEMS,
        cure=cures.as_tensor,
        title=_ITEMS,
        why=_varying_items,
    ),
    Rule(
        "varying-argument",
        of(GuardKind.NUMBER),
        what=_EACH_VALUE,
        cure=cures.as_tensor,
        advice="torch compiles a Python number as a constant: if the number changes, "
        "make it a tensor (`torch.tensor`, in a module a buffer). Run code that "
        "needs a Python number outside of the function",
        title=_RECOMPILES,
    ),
    Rule(
        "varying-text",
        of(GuardKind.TEXT, scope=Scope.ATTRIBUTE),
        lambda group: group.limit_reached or len(group.values) >= conditions.MANY,
        _EACH_TEXT,
        cure=of_kept_text,
        where=selected_at,
        title=_RECOMPILES,
    ),
    Rule(
        "varying-text",
        of(GuardKind.TEXT),
        lambda group: group.limit_reached or len(group.values) >= conditions.MANY,
        _EACH_TEXT,
        cure=of_text,
        title=_RECOMPILES,
    ),
)
