"""Functions that share the wrapper of a decorator share one cache."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import CompiledFor
from depyf.model.findings.causes import Scope
from depyf.model.findings.recompile_rules import RECOMPILE_RULES
from depyf.model.findings.telling_reasons import telling_reasons
from depyf.render.json import summary
from depyf.torch_text.names import CompileId
from depyf.torch_text.questions import GuardKind
from tests.render.journal import entry


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


def shared_run():
    """Return a run in which torch refuses a third compilation, for `Net.forward`."""
    ids = [CompileId(0, one) for one in range(3)]
    owners = ("Net.forward", "mask", "Net.forward")
    mode = "GLOBAL_STATE changed: grad_mode"
    reasons = (ev.RecompileReason(mode, "0/1"), ev.RecompileReason(mode, "0/0"))
    return fold(
        [
            *(
                entry(one, "wrapped", at, "def wrapped(): pass")
                for at, one in enumerate(ids[:2])
            ),
            ev.FrameStarted(ids[2], "wrapped", "/u/f.py", first_line=1),
            *(
                CompiledFor(one, owner=owner, decorator="deprecate", instance_class="C")
                for one, owner in zip(ids, owners)
            ),
            ev.Recompile(ids[2], reasons=reasons),
        ]
    )


def test_a_refused_call_is_compared_with_an_entry_for_the_same_function():
    [frame] = shared_run().frames
    assert frame.is_shared
    [reason] = telling_reasons(frame, frame.compilations[-1])
    assert str(reason.failed) == "0/0"


def test_each_entry_names_the_function_that_it_is_for():
    [frame] = summary(shared_run())["frames"]
    wrapped = [one["wrapped"] for one in frame["compilations"]]
    assert wrapped == ["Net.forward", "mask", "Net.forward"]
