"""Only metadata that no operation uses is left out of a subclass's guard."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.metadata_guards import own_guard
from depyf.model.findings.program_text import index_of
from depyf.model.python_text import parsed_expression

CLASS = """\
class Rows(torch.Tensor):
    def __init__(self, scale, row):
        self.scale, self.row = scale, row
    {more}
    def __torch_dispatch__(cls, func, types, args, kwargs):
        return func({used})
"""


def guard(used, given="(self.scale, self.row)", more="x = 1", after=""):
    file = ProgramFile(None, "a.py", CLASS.format(used=used, more=more) + after)
    stack = (SourceLine("a.py", 99, "main", ""),)
    group = SimpleNamespace(
        run=SimpleNamespace(facts=facts_of([file])),
        compilations=[SimpleNamespace(stack=stack)],
    )
    [owner] = index_of(file).classes["Rows"]
    found = SimpleNamespace(owner=owner, given=parsed_expression(given))
    return own_guard(group, found)


def test_code_around_the_compiled_function_may_read_all():
    caller = "\ndef main(x):\n    return x.row\n"
    assert guard("args[0].scale", after=caller).unused == ("row",)
    helper = "\ndef multiply(x):\n    return x.row * 2\n"
    assert guard("args[0].scale", after=helper) is None


def test_the_used_item_is_compared():
    found = guard("args[0].codes * args[0].scale")
    assert found.unused == ("row",)
    assert found.lines[-1].strip() == "return old[0] == new[0]"


@pytest.mark.parametrize(
    ("used", "given", "more"),
    [
        ("args[0].scale, args[0].row", "(self.scale, self.row)", "x = 1"),
        ("Rows(args[0].codes)", "(self.scale, self.row)", "x = 1"),  # is passed on
        ("args[0].scale", "self.metadata()", "x = 1"),
        (
            "args[0].scale",
            "(self.scale, self.row)",
            "def __metadata_guard__(a, b): ...",
        ),
    ],
    ids=["all used", "new tensors", "no list", "own guard"],
)
def test_other_metadata_stays(used, given, more):
    assert guard(used, given, more) is None
