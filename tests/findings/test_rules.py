"""The table of rules: what its texts name exists, and each kind of guard has a row."""

from __future__ import annotations

import re
import string

import pytest

from depyf.model.findings import RULES
from depyf.model.findings.break_rules import BREAK_RULES
from depyf.model.findings.breaks import Break
from depyf.model.findings.causes import Cause, Scope
from depyf.model.findings.costs import COST_RULES, Cost
from depyf.model.findings.cuda_graphs import CUDA_GRAPH_RULES, CudaGraphUse
from depyf.model.findings.failure_rules import FAILURE_RULES
from depyf.model.findings.failures import Failure
from depyf.model.findings.recompile_groups import Group
from depyf.model.findings.recompile_rules import RECOMPILE_RULES
from depyf.model.findings.refused_calls import REFUSED_CALLS, RefusedCall
from depyf.model.findings.rule import Outcome
from depyf.model.findings.run_errors import RUN_ERROR_RULES, RunError
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

SUBJECTS = {
    Group: RECOMPILE_RULES,
    Break: BREAK_RULES,
    Failure: FAILURE_RULES,
    Cost: COST_RULES,
    CudaGraphUse: CUDA_GRAPH_RULES,
    RunError: RUN_ERROR_RULES,
    RefusedCall: REFUSED_CALLS,
}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_texts_name_what_the_subject_has(subject):
    known = {*dir(subject), *subject.__dataclass_fields__}
    for rule in SUBJECTS[subject]:
        for text in (rule.title, rule.what, rule.why, rule.edit, rule.note):
            if isinstance(text, str):
                for _, name, _, _ in string.Formatter().parse(text):
                    assert name is None or re.split(r"[.\[]", name)[1] in known, rule


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_finding_has_a_short_title(rule):
    assert bool(rule.title) is (rule.outcome is Outcome.FINDING)


def test_the_table_is_that_of_all_subjects():
    assert tuple(rule for rules in SUBJECTS.values() for rule in rules) == RULES


def test_each_kind_of_guard_has_a_row_of_its_own():
    """`when` decides between rows; the last of all takes what is of no kind."""

    nothing = read_guard("something new")

    def of(kind):
        return Cause(kind, Scope.UNKNOWN, source="", literal="", guard=nothing)

    *rules, last = RECOMPILE_RULES
    assert last.guard(of(GuardKind.OTHER))
    of_any = [one for one in rules if one.guard(of(None))]
    rules = [one for one in rules if one not in of_any]
    met = {kind for kind in GuardKind if any(one.guard(of(kind)) for one in rules)}
    assert {*GuardKind} - met == {GuardKind.CONDITION, GuardKind.OTHER}  # by their text
