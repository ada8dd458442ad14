"""Every line of a function that indexes with the number is edited, in one proposal."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing import selected_positions as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.model.findings import number_indexes
from depyf.model.findings.program_index import ProgramIndex
from depyf.torch_text.questions import GuardKind

PROGRAM = """
    import torch


    def update(k, v, table, at):
        place = at
        k[:, place] = v; k[0] = 0
        v = table[at - 1] + table[table[at]] + table[at, 1:2]
        return k[:, :at]
"""


@pytest.fixture
def found(tmp_path, monkeypatch):
    file = tmp_path / "main.py"
    file.write_text(textwrap.dedent(PROGRAM).lstrip())
    index = ProgramIndex(file.read_text())
    own = SimpleNamespace(file=str(file), text=file.read_text())
    monkeypatch.setattr(number_indexes, "file_of", lambda _run, _line: own)
    monkeypatch.setattr(number_indexes, "index_of", lambda _file: index)
    monkeypatch.setattr(number_indexes, "reached", lambda *_: None)
    monkeypatch.setattr(number_indexes, "names_in", lambda *_: set())
    monkeypatch.setattr(number_indexes.conditions, "fixed_by", lambda _group: None)

    def proposals(hint="", kind=GuardKind.NUMBER, line=6):
        group = SimpleNamespace(
            run=None,
            frame=SimpleNamespace(entries=(), file=str(file), first_line=1),
            attribute="at",
            source="at",
            needed_by=SimpleNamespace(line=line),
            first=SimpleNamespace(kind=kind, hint=hint),
        )
        files = ProgramFiles(str(tmp_path), str(file), {})
        case = Case(files, group, "finding", (str(file),))
        return [
            files.edited(one.edits).text(str(file))
            for one in edits.selected_positions(case)
        ]

    return proposals


def test_all_lines_and_variables_set_from_the_number(found):
    [text] = found()
    assert "k.select(1, place)[...] = v; k[0] = 0\n" in text
    assert (
        "v = table.select(0, at - 1) + table[table.select(0, at)] + "
        "table.select(0, at)[1:2]\n" in text
    )
    assert "return k[:, :at]\n" in text
    assert "allow_unspec" not in text


def test_an_attribute_of_a_module_needs_the_setting_as_well(found):
    [text] = found("considers integer attributes of the nn.Module to be static")
    assert "torch._dynamo.config.allow_unspec_int_on_nn_module = True" in text
    assert ".select(1, place)" in text


def test_other_guards_have_no_such_edit(found):
    assert found(kind=GuardKind.SIZE) == []


@pytest.mark.torch
@pytest.mark.parametrize(
    ("step", "most"),
    [
        (lambda k, at: k[:, at].sin() + at, 8),
        (lambda k, at: k.select(1, at).sin() + at, 2),
        (lambda k, at: k.select(1, at)[..., 1:].sin() + at, 2),
    ],
)
def test_torch_keeps_the_symbol_of_select_only(step, most):
    torch = pytest.importorskip("torch")
    graphs = []

    def backend(graph, _inputs):
        graphs.append(graph)
        return graph

    compiled = torch.compile(step, backend=backend)
    rows = torch.arange(24.0).reshape(2, 12)[..., None].expand(2, 12, 3)
    for at in range(2, 10):
        assert torch.equal(compiled(rows, at), step(rows, at))
    assert len(graphs) == min(most, 8)


@pytest.mark.torch
def test_torch_writes_through_select():
    torch = pytest.importorskip("torch")
    for value in (torch.ones(2, 3), 4.0, torch.ones(3)):
        one, other = torch.zeros(2, 12, 3), torch.zeros(2, 12, 3)
        one[:, 5] = value
        one[:, 6] += value
        other.select(1, 5)[...] = value
        other.select(1, 6)[...] += value
        assert torch.equal(one, other)
