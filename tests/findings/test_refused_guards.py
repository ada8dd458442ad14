"""A guard that fails for its own value is told with the line that asked for it."""

from __future__ import annotations

from types import SimpleNamespace

from depyf.model.findings.refused_guards import REFUSED_GUARD

TEXT = """\
AssertionError: Guard failed on the same frame it was created. This is a bug - please \
create an issue.Guard fail reason: 0/0: set.__contains__(self.names, 'q')       \
# return tag in names  # me/user/policy.py:23 in keep
User stack trace:
  File "/home/user/main.py", line 17, in loss
    logits = self.model(ids)
  File "/home/user/policy.py", line 23, in keep
    return tag in names
"""


def failed(text):
    return SimpleNamespace(metrics=SimpleNamespace(fail_reason=text), line=None)


def test_the_guard_and_its_line():
    one = failed(TEXT)
    assert REFUSED_GUARD.when(one)
    assert "`set.__contains__(self.names, 'q')`" in REFUSED_GUARD.what(one)
    where = REFUSED_GUARD.where(one)
    assert (where.line, where.text) == (23, "return tag in names")


def test_other_assertions_are_of_other_rules():
    assert not REFUSED_GUARD.when(failed("AssertionError: Guard failed"))
