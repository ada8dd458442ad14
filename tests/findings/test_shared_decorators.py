"""Functions that share the wrapper of a decorator share one cache."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings.causes import Scope
from depyf.model.findings.recompile_rules import RECOMPILE_RULES
from depyf.torch_text.questions import GuardKind


@pytest.mark.parametrize(
    ("is_shared", "attribute", "is_meant"),
    [(True, "__code__", True), (False, "__code__", False), (True, "mode", False)],
)
def test_only_the_code_of_a_shared_wrapper_counts(is_shared, attribute, is_meant):
    [rule] = [one for one in RECOMPILE_RULES if one.name == "shared-decorator"]
    frame = SimpleNamespace(is_shared=is_shared)
    group = SimpleNamespace(frame=frame, attribute=attribute)
    cause = SimpleNamespace(kind=GuardKind.OBJECT, scope=Scope.CLOSURE)
    assert rule.guard(cause)
    assert rule.when(group) is is_meant
