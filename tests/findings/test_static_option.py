"""Where the program turns dynamic sizes off: the line with False, also by way of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.findings import static_option as rule

WRITTEN = "fast = torch.compile(f, dynamic=False)"
SETTINGS = """\
class Settings:
    dynamic: bool = False

    def options(self):
        return dict(dynamic=self.dynamic)

fast = torch.compile(f, **Settings().options())
"""
PARAMETER = """\
def build(f, dynamic=False):
    return torch.compile(f, dynamic=dynamic)

fast = build(f)
"""
UNKNOWN = """\
fast = torch.compile(f, dynamic=read("dynamic"))
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (WRITTEN, 1),
        (SETTINGS, 2),
        (PARAMETER, 2),
        (UNKNOWN, 1),
        (SETTINGS + WRITTEN, 8),
        (SETTINGS + WRITTEN + "\n" + WRITTEN, None),
        ("fast = torch.compile(f)", None),
        (SETTINGS + "torch._dynamo.mark_static(x)", None),
    ],
)
def test_the_line_with_the_option_is_named(monkeypatch, text, line):
    files = (ProgramFile(None, file="/home/user/main.py", text=text),)
    monkeypatch.setattr(rule, "fixed_by", lambda _group: None)
    monkeypatch.setattr(rule, "program_files", lambda _run: files)
    found = rule.static_option(SimpleNamespace(run=None))
    assert (found.line if found else None) == line
