"""The view of code that Dynamo did not write: nothing of it may become worse.

Resume functions hold whatever the user wrote, and what torch compiles reads and stores
in ways of its own; a view that cannot be proved gives way to the text without one.
"""

from __future__ import annotations

import importlib
import sys
import types

import pytest

from depyf.decompiler import Quality, attempts, decompile_code

MODULES = ("contextlib", "code", "tempfile", "posixpath", "argparse")


def stored_twice(self):
    return (c := (b := self.x)).y, b, c


def stored_twice_and_read(self, g):
    setter = g.set
    first = (items := (same := (group := self.group)).items)["0"]
    self.history[:] = [0]
    return setter(first, "calls", 1, items["1"], group, same)


def raised_again(self, code):
    try:
        exec(code, self.locals)
    except SystemExit:
        raise
    except BaseException:
        self.show()


def raised_again_in_a_clause(a):
    try:
        a()
    except ValueError:
        try:
            a.b()
        except TypeError:  # noqa: TRY203  # the subject
            raise
        raise


def set_that_grows(fs, more):
    done = {f for f in fs if f.state}
    done.update(more.finished)
    return done


def keywords_beside_a_list(self, d, **kwargs):
    start = super(type(self), self).start
    start(d=d, **kwargs)
    self.actions = []


def as_view(code, monkeypatch):
    monkeypatch.setattr(attempts, "RAISE_INTERNAL_ERRORS", True)
    return decompile_code(code, view=True)


@pytest.mark.parametrize(
    "function",
    [
        stored_twice,
        stored_twice_and_read,
        raised_again,
        raised_again_in_a_clause,
        set_that_grows,
        keywords_beside_a_list,
    ],
    ids=lambda function: function.__name__,
)
def test_a_view_is_proved(function, monkeypatch):
    result = as_view(function.__code__, monkeypatch)
    assert result.quality is Quality.EXACT, result.diagnostics
    assert not result.diagnostics


def functions_in(code):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_flags & 1 and not constant.co_name.startswith("<"):
                yield constant
            yield from functions_in(constant)


@pytest.mark.parametrize("name", MODULES)
def test_views_of_a_module_are_proved(name, monkeypatch):
    loader = importlib.import_module(name).__loader__
    found = {
        code.co_name: as_view(code, monkeypatch)
        for code in functions_in(loader.get_code(name))
    }
    assert len(found) > 4
    assert {
        name: one.diagnostics for name, one in found.items() if one.diagnostics
    } == {}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="comprehensions are functions")
def test_a_view_that_cannot_be_proved_gives_way(monkeypatch):
    def names_of(handles, name_of):
        return [name for h in handles if (name := name_of(h)) is not None]

    result = as_view(names_of.__code__, monkeypatch)
    assert result.quality is Quality.EXACT
    assert "shown, too" in result.diagnostics[0]
    assert "(name := name_of(h)) is not None" in result.source
    assert result.hidden_instructions == 0
