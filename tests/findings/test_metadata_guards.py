"""Only metadata that no operation uses is left out of a subclass's guard."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.findings.metadata_guards import own_guard
from depyf.model.python_text import parsed_expression

CLASS = """\
class Rows(torch.Tensor):
    def __init__(self, scale, row):
        self.scale, self.row = scale, row
    {more}
    def __torch_dispatch__(cls, func, types, args, kwargs):
        return func({used})
"""


def guard(used, given="(self.scale, self.row)", more="x = 1"):
    owner = ast.parse(CLASS.format(used=used, more=more)).body[0]
    return own_guard(SimpleNamespace(owner=owner, given=parsed_expression(given)))


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
