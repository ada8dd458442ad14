"""Findings on functions that were compiled again: from failed guards to an edit.

Recompiles of one function that failed for the same reason are one group; a table has a
row for each kind of guard and place of the value: when it applies, what it says, and
the edit.  `tests/findings` holds for each row a program that its edit cures.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.model.findings import function_rules, tensor_rules, value_rules
from depyf.model.findings.causes import Scope
from depyf.model.findings.conditions import (
    are_many_kinds,
    became_dynamic,
    fixed_by,
    grows,
    is_any_object,
    is_any_text,
    is_backend_made_anew,
    is_class_made_anew,
    is_counter,
    is_double_precision,
    is_fixed_setting,
    is_function,
    is_kind,
    is_kind_in,
    is_layout_of_model,
    is_number_of_steps,
    is_parameter_size,
    is_switch,
    is_unbounded,
    is_wrapped,
    zero_or_one,
)
from depyf.model.findings.finding import Finding
from depyf.model.findings.recompile_groups import Consequence, Rule, groups
from depyf.torch_text.guard_kinds import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.finding import Expected
    from depyf.model.run import Run


def recompile_findings(
    run: Run, left_over: Mapping[str, SourceLine]
) -> Iterator[Finding | Expected | Consequence]:
    """Yield what there is to say of all recompiles of a run.

    Args:
        run: the model.
        left_over: by key the frames of libraries that a graph break left to be called
            on their own, with the line of that break.
    """
    for key, line in left_over.items():
        frame = run.frame(key)
        if frame is not None and len(frame.entries) > 1:
            spent = sum(one.seconds for one in frame.compilations)
            times = len(frame.compilations)
            yield Consequence(key, line, "", spent, times, left=frame.owner)
    for group in groups(run):
        if group.frame.key in left_over:
            continue
        for rule in RULES:
            if rule.applies(group):
                found = rule.result(group)
                if isinstance(found, Finding):
                    yield replace(found, rule=rule.name)
                elif found is not None:
                    yield found
                break


# The first row that applies to a group speaks for it.
RULES: tuple[Rule, ...] = (
    Rule("backend-made-anew", is_backend_made_anew, function_rules.backend_made_anew),
    Rule("shared-wrapper", is_wrapped, value_rules.shared_wrapper),
    Rule(
        "varying-result",
        lambda g: g.first.scope == Scope.INTERMEDIATE,
        value_rules.intermediate,
    ),
    Rule("now-dynamic", became_dynamic, value_rules.now_dynamic),
    Rule(
        "changed-class-attribute",
        lambda g: is_counter(g) and g.first.scope == Scope.CLASS,
        function_rules.counter_of_class,
    ),
    Rule("changed-attribute", is_counter, value_rules.counter),
    Rule(
        "recompile-limit",
        lambda g: (
            is_kind(GuardKind.NUMBER, GuardKind.TEXT, GuardKind.FLAG)(g)
            and are_many_kinds(g)
        ),
        value_rules.many_kinds,
    ),
    Rule(
        "varying-global",
        is_kind_in(GuardKind.NUMBER, Scope.GLOBAL),
        value_rules.number_global,
    ),
    Rule(
        "varying-closure",
        is_kind_in(GuardKind.NUMBER, Scope.CLOSURE),
        value_rules.number_closure,
    ),
    Rule(
        "varying-class-attribute",
        is_kind_in(GuardKind.NUMBER, Scope.CLASS),
        function_rules.number_of_class,
    ),
    Rule(
        "varying-default",
        is_kind_in(GuardKind.NUMBER, Scope.DEFAULT),
        function_rules.number_default,
    ),
    Rule("one-each", is_switch, value_rules.one_each),
    Rule("varying-argument", is_number_of_steps, value_rules.number_of_steps),
    Rule(
        "number-made-static",
        lambda g: is_kind(GuardKind.NUMBER)(g) and bool(fixed_by(g)),
        value_rules.number_fixed,
    ),
    Rule(
        "varying-attribute",
        is_kind_in(GuardKind.NUMBER, Scope.ATTRIBUTE),
        value_rules.number_attribute,
    ),
    Rule("varying-argument", is_kind(GuardKind.NUMBER), value_rules.number_argument),
    Rule("varying-text", is_any_text, value_rules.text),
    Rule(
        "growing-container",
        lambda g: is_kind(GuardKind.LENGTH)(g) and grows(g),
        value_rules.growing,
    ),
    Rule(
        "size-made-static",
        lambda g: is_kind(GuardKind.SIZE)(g) and bool(fixed_by(g)),
        tensor_rules.size_fixed,
    ),
    Rule("parameter-sizes", is_parameter_size, tensor_rules.parameter_sizes),
    Rule("small-sizes", zero_or_one, tensor_rules.small_sizes),
    Rule("varying-size", is_kind(GuardKind.SIZE), tensor_rules.size_varies),
    Rule("double-precision", is_double_precision, tensor_rules.double_precision),
    Rule("one-each", is_kind(GuardKind.DTYPE), value_rules.one_each),
    Rule("one-each", is_layout_of_model, value_rules.one_each),
    Rule("varying-strides", is_kind(GuardKind.STRIDE), tensor_rules.strides),
    Rule("class-made-anew", is_class_made_anew, value_rules.class_made_anew),
    Rule("varying-object", is_any_object, value_rules.objects),
    Rule("torch-setting", is_fixed_setting, value_rules.setting),
    Rule("recompile-limit", lambda group: group.limit_reached, value_rules.many_kinds),
    Rule("one-each", is_function, value_rules.one_each),
    Rule(
        "varying-keys",
        lambda g: is_kind(GuardKind.DICT_KEYS)(g) and is_unbounded(g),
        value_rules.dict_keys,
    ),
    Rule(
        "varying-length",
        lambda g: is_kind(GuardKind.LENGTH)(g) and is_unbounded(g),
        value_rules.lengths,
    ),
    Rule("varying-condition", is_unbounded, value_rules.many_conditions),
    Rule("one-each", lambda _group: True, value_rules.one_each),
)
