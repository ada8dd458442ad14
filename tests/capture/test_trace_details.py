"""Torch's words on side effects, sizes and origins of kernels."""

from __future__ import annotations

import json

from depyf.capture.trace_details import (
    lines_of_kernels,
    nodes_of_kernels,
    shape_guard,
    side_effects,
    specialization,
    users_own,
)
from depyf.capture.user_lines import UserLines
from depyf.model.events import SourceLine

RULE = "\n\n" + "=" * 40 + "\n\n"
TORCH = "/env/lib/python3.13/site-packages/torch/nn/modules/module.py"
STACK = f"""
      File "/a/net.py", line 39, in <module>
        net(x)
        ~~~^^^
      File "{TORCH}", line 1787, in _call_impl
        return forward_call(*args)
      File "/a/net.py", line {{line}}, in forward
        {{code}}
        ^^^^^
"""


def effects(*texts):
    return side_effects(None, RULE.join(texts), UserLines()).effects


def test_each_object_has_its_name_type_and_line():
    (first, second) = effects(
        "Mutating object of type <unknown type> (source name: G['COUNT'])\n"
        + STACK.format(line=11, code="COUNT += 1"),
        "Mutating object of type list (source name: L['self'].seen)\n"
        + STACK.format(line=13, code="self.seen.append(1)"),
    )
    assert (first.target, first.type_name) == ("G['COUNT']", "")
    assert first.user_lines == (SourceLine("/a/net.py", 11, "forward", "COUNT += 1"),)
    assert (second.target, second.type_name) == ("L['self'].seen", "list")


def test_an_object_changed_at_several_places_names_them_all():
    (effect,) = effects(
        "Mutating object of type cell (source: count)\n"
        + STACK.format(line=3, code="count = 1")
        + "\n********\n"
        + STACK.format(line=5, code="count = 2")
    )
    assert [line.line for line in effect.user_lines] == [3, 5]


def test_an_object_without_a_source_or_a_stack_is_kept():
    (first, second) = effects(
        "Mutating object of type dict (no source)"
        " (unable to find user stacks for mutations)",
        "Mutating object of type list (source: created in torch.compile region)"
        " (unable to find user stacks for mutations)",
    )
    assert (first.target, first.type_name, first.user_lines) == ("", "dict", ())
    assert second.target == "created in torch.compile region"


def test_text_of_another_form_gives_nothing():
    assert effects("whatever a later torch may write") == ()
    assert effects("") == ()


def test_a_condition_is_owned_by_the_users_line_not_by_torchs():
    mine = SourceLine("/a/net.py", 4)
    inside = SourceLine(TORCH, 134)
    assert users_own([mine, inside]) == mine
    assert users_own([inside]) == inside
    assert users_own([]) is None
    guard = shape_guard(None, {"expr": "s77 > 3"}, [mine, inside])
    assert (guard.expression, guard.user_line) == ("s77 > 3", mine)
    made = specialization(None, {"symbol": "s0", "value": "4", "reason": "r"}, [])
    assert (made.expression, made.reason) == ("s0 == 4", "r")


def test_nodes_and_lines_of_kernels():
    text = json.dumps({"cppCodeToPost": {"k:1": ["add", "mul"]}, "version": 2.0})
    (origin,) = nodes_of_kernels(None, text).origins
    assert (origin.kernel, origin.nodes) == ("k:1", ("add", "mul"))
    stack = '  File "/a/net.py", line 4, in f\n    h = h + 1\n        ^^^^^\n'
    (origin,) = lines_of_kernels(
        None, json.dumps({"k:1": [stack, stack]}), UserLines()
    ).origins
    assert origin.user_lines == (SourceLine("/a/net.py", 4, "f", "h = h + 1"),)
    assert nodes_of_kernels(None, '{"version": 2.0}').origins == ()
    assert lines_of_kernels(None, "", UserLines()).origins == ()
