"""What is tried on a helper whose call breaks the graph."""

from __future__ import annotations

import pytest

from tests.curing.test_break_edits import BRANCH, tried

SKIPPED = "Attempted to call function marked as skipped"
CONSTANT = "@torch.compiler.assume_constant_result\ndef helper("


def test_a_helper_that_only_warns_is_not_called_in_compiled_code(tmp_path):
    source = """
        import torch
        def f(x):
            helper(x, None)  # here
            return x
        def helper(x, mask):
            if mask is not None:
                return
            text = "padded"
            if 0 in x[:, 0]:  # here
                logger.warning_once(text)
    """
    found = tried(tmp_path, source, "# here", BRANCH)
    wanted = "    if not torch.compiler.is_compiling():\n        helper(x, None)"
    assert any(wanted in text for text in found.values())


def test_a_helper_that_keeps_a_record_is_called(tmp_path):
    source = """
        import torch
        def f(x, seen):
            helper(x, seen)  # here
            return x
        def helper(x, seen):
            if x.sum() > 0:  # here
                seen["sum"] = x.sum()
    """
    found = tried(tmp_path, source, "# here", BRANCH)
    assert not any("is_compiling" in text for text in found.values())


OUTSIDE = "HOP: Unsafe side effect"
METER = """
    import torch
    def f(x):
        {call}  # here
        return x
    def helper(stage):
        seen[stage] = seen.get(stage, 0) + 1  # here
"""


def test_a_record_that_an_operator_must_not_keep_is_kept_outside(tmp_path):
    """A meter inside of a checkpoint (520)."""
    program = METER.format(call='helper("attend")')
    found = tried(tmp_path, program, "# here", OUTSIDE)
    wanted = '    if not torch.compiler.is_compiling():\n        helper("attend")'
    assert any(wanted in text for text in found.values())


@pytest.mark.parametrize(
    ("call", "reason"),
    [("y = helper('a')", OUTSIDE), ("helper(x)", OUTSIDE), ("helper('a')", BRANCH)],
)
def test_other_records_are_kept_where_they_are(tmp_path, call, reason):
    found = tried(tmp_path, METER.format(call=call), "# here", reason)
    assert not any("is_compiling():\n        " in text for text in found.values())


PROGRAM = """
    import re
    import torch
    def f(x):
        return x.reshape(outer(x, "b h -> h b"))  # here
    def outer(x, pattern):
        left, right = pattern.split("->")
        return [helper({argument})]  # here
    def helper(side):
        {statement}
        return len(re.findall("[a-z]", side))  # here
"""


def edited(folder, argument="right", statement="pass", reason=SKIPPED):
    source = PROGRAM.format(argument=argument, statement=statement)
    return tried(folder, source, "# here", reason).values()


def test_the_result_for_strings_is_a_constant(tmp_path):
    assert any(CONSTANT in text for text in edited(tmp_path))


@pytest.mark.parametrize("argument", ["x", "str(x)", "unknown", "left.y", "f(left)"])
def test_the_result_for_what_may_be_a_tensor_is_none(tmp_path, argument):
    assert not any(CONSTANT in text for text in edited(tmp_path, argument))


@pytest.mark.parametrize(
    "statement",
    ["side = side + str(random.random())", "global n; n = 1", "CACHE[side] = 1",
     "torch.manual_seed(0)", "time.time()"],
)  # fmt: skip
def test_the_result_of_what_changes_is_none(tmp_path, statement):
    assert not any(CONSTANT in text for text in edited(tmp_path, statement=statement))


def test_the_result_where_a_tensor_is_read_is_none(tmp_path):
    reason = "Unsupported Tensor.item() call"
    assert not any(CONSTANT in text for text in edited(tmp_path, reason=reason))
