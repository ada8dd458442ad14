"""A class that compiled code defines is moved out, or made once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.class_statements import CLASS_STATEMENT, class_made
from depyf.model.findings.new_classes import new_class

SURROGATE = """
def atan(alpha):
    class ATan(Function):
        @staticmethod
        def forward(ctx, x):
            return x > {limit}
    return ATan.apply
"""


def broken(text, line="class ATan(Function):", *, is_in_library=False):
    return SimpleNamespace(
        where=SourceLine("a.py", 3, "atan", line), function="atan",
        is_in_library=is_in_library,
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)])),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("limit", "edit", "note"),
    [
        ("0", "class ATan:", "at the top of the module, not inside `atan`"),
        ("alpha", "", "call `atan` once outside of the compiled code, such as in"),
    ],
    ids=["uses nothing", "uses an argument"],
)
def test_where_the_class_goes(limit, edit, note):
    cure = CLASS_STATEMENT.cure(broken(SURROGATE.format(limit=limit)))
    assert cure.edit == edit
    assert cure.note.startswith(note)


def test_a_method_gives_what_the_class_uses():
    text = SURROGATE.format(limit="self.alpha").replace("atan(alpha)", "atan(self)")
    cure = CLASS_STATEMENT.cure(broken(f"class Net:\n    pass{text}"))
    assert cure.note.startswith("define `ATan` at the top of the module, and pass what")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("class ATan(Function):", "ATan"),
        ("class Plain:", "Plain"),
        ("klass = make()", ""),
        ("class_of(x)", ""),
    ],
)
def test_only_class_statements(line, name):
    assert class_made(broken("", line)) == name
    assert not class_made(broken("", line, is_in_library=True))


def test_the_context_of_a_function_has_the_class_of_that_function():
    """Its type differs in each call, because the class is made in each call."""
    files = facts_of([ProgramFile(None, "a.py", SURROGATE.format(limit="alpha"))])
    group = SimpleNamespace(
        run=SimpleNamespace(facts=files),
        frame=SimpleNamespace(qualified_name="atan.<locals>.ATan.forward"),
        first=SimpleNamespace(hint="torch.autograd.function.ATanBackward"),
        causes=(1, 2),
    )
    found = new_class(group, ())
    assert (found.name, found.function, found.uses_function) == ("ATan", "atan", True)
