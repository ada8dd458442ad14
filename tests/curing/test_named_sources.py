"""Sizes and numbers that vary are named for torch, all in one setting."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing import named_sources as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

PROGRAM = """
    import torch

    {line}
    f = torch.compile(f)
"""
SETTING = "torch.compiler.config.dynamic_sources"


def size(name, *indexes):
    causes = [SimpleNamespace(index=one) for one in indexes]
    first = SimpleNamespace(kind=GuardKind.SIZE, literal=name)
    return SimpleNamespace(first=first, causes=causes, frame=frame())


def number(name, *values, kind=GuardKind.NUMBER):
    first = SimpleNamespace(kind=kind, literal=name)
    return SimpleNamespace(first=first, causes=[], values=values, frame=frame())


def frame(*entries):
    """Return a function whose entries have these guards, as torch writes them."""
    guards = [SimpleNamespace(guards=list(map(read_guard, one))) for one in entries]
    return SimpleNamespace(entries=guards)


def tensor(name, size):
    return (
        f"check_tensor({name}, Tensor, DispatchKeySet(CPU, BackendSelect), "
        f"torch.float32, device=None, requires_grad=False, size={size}, stride=[3, 1])"
    )


def settings(folder, monkeypatch, *groups, line=""):
    """Return the lines with the setting, for each proposal."""
    file = folder / "main.py"
    file.write_text(textwrap.dedent(PROGRAM.format(line=line)).lstrip())
    files = ProgramFiles(str(folder), str(file), {})
    monkeypatch.setattr(edits, "groups", lambda run: groups)
    group = SimpleNamespace(first=groups[0].first, run=None)
    case = Case(files, group, "finding", (str(file),))
    texts = [
        files.edited(one.edits).text(str(file)) for one in edits.named_sources(case)
    ]
    return [
        [line for line in text.splitlines() if line.startswith(SETTING)]
        for text in texts
    ]


def test_all_that_varies_is_in_one_setting(tmp_path, monkeypatch):
    found = settings(
        tmp_path, monkeypatch,
        size("L['x']", 1, 0, 1), number("L['self'].step", "0", "1"),
    )  # fmt: skip
    # torch before 2.13 takes no dimensions, so both forms are tried.
    assert found == [
        [f"{SETTING} = \"L['x']:0,L['x']:1,L['self'].step\""],
        [f"{SETTING} = \"L['x'],L['self'].step\""],
    ]


def test_what_differs_behind_the_guard_that_failed_is_named_at_once(
    tmp_path, monkeypatch
):
    """torch tells one guard of an entry; another would fail next."""
    group = size("L['x']", 0)
    group.frame = frame(
        [tensor("L['x']", "[4, 3]"), tensor("L['w']", "[3, 8]"), "L['n'] == 2"],
        [tensor("L['x']", "[5, 3]"), tensor("L['w']", "[3, 9]"), "L['n'] == 3"],
        [tensor("L['x']", "[None, 3]"), tensor("L['w']", "[3, 9]"), "L['k'] == 3"],
    )
    found, _ = settings(tmp_path, monkeypatch, group)
    assert found == [f"{SETTING} = \"L['x']:0,L['w']:1,L['n']\""]


def test_a_number_alone_is_one_proposal(tmp_path, monkeypatch):
    found = settings(tmp_path, monkeypatch, number("G['rounds']", "3", "-4"))
    assert found == [[f"{SETTING} = \"G['rounds']\""]]


def test_names_are_added_to_a_setting_that_is_there(tmp_path, monkeypatch):
    line = f"{SETTING} = \"L['n'],L['x']:0\""
    [[found], _] = settings(tmp_path, monkeypatch, size("L['x']", 0, 2), line=line)
    assert found == f"{SETTING} = \"L['n'],L['x']:0,L['x']:2\""


@pytest.mark.parametrize(
    "group",
    [
        number("L['rate']", "0.5", "0.25"),  # torch takes no floats there
        number("", "1", "2"),
        number("L['a, b']", "1", "2"),  # the setting is split at commas
        number("L['x'](", "1", "2"),  # and each part is a pattern
        number("L['name']", "1", "2", kind=GuardKind.TEXT),
    ],
)
def test_what_the_setting_cannot_name_is_left_out(tmp_path, monkeypatch, group):
    assert settings(tmp_path, monkeypatch, group) == []


def test_what_the_setting_has_is_not_proposed_again(tmp_path, monkeypatch):
    line = f"{SETTING} = \"L['x']:0,L['x']\""
    assert settings(tmp_path, monkeypatch, size("L['x']", 0), line=line) == []
