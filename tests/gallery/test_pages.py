"""What the gallery's pages say follows from the results, and only from them."""

from __future__ import annotations

import pytest
from gallery import results, tried
from gallery.between import section
from gallery.facts import models
from gallery.models import LEFT_OUT
from gallery.models.row import LeftOut
from gallery.pages import PAGES, between_releases, index, pages
from gallery.remarkable import All, remarkable

from tests.gallery.recorded import BREAK, result


def line_of(name, **others):
    found = {model.name: model for model in models(others)}
    return remarkable(found[name], All.of(list(found.values())))


def test_the_committed_pages_are_what_the_results_give():
    found = results.releases()
    if not found:
        pytest.skip("no results are kept yet")
    for name, text in pages(found, LEFT_OUT).items():
        assert (PAGES / name).read_text("utf-8") == text, name


def test_a_model_is_a_row_of_numbers():
    text = index({"vit": result()}, "2.13", ())
    row = next(line for line in text.splitlines() if line.startswith("| [vit]"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[0] == "[vit](../../gallery/dumps/vit.tar.xz)"
    assert cells[1:] == [
        *("encoder", "timm", "inductor", "train"),
        *("1", "0", "0", "100", "1", "40", "3", "1.0 kB", "4.0"),
    ]


def test_what_fails_and_what_is_left_out_is_told():
    failed = result(cases={}, fails={"infer": "RuntimeError: a|b"}, packed={})
    text = index({"m": failed}, "2.13", [LeftOut("x", "timm", "needs a GPU")])
    assert "never runs compiled here, without depyf either: RuntimeError: a\\|b" in (
        text.lower().replace("runtimeerror", "RuntimeError")
    )
    assert "| x | timm | needs a GPU |" in text


@pytest.mark.parametrize(
    ("training", "words"),
    [
        ({"breaks": [BREAK]}, "The only one with a break for"),
        ({"breaks": [{**BREAK, "times": 3}], "graphs": 4}, "is met 3 times: 4 graphs"),
        (
            {"guards": 431, "guards_about": {"arguments": 41, "modules": 390}},
            "431, 390 of them on modules",
        ),
        ({"saved_bytes": 3200}, "Most saved for backward: 3.2 kB"),
        ({"saved_bytes": 3200}, "saves 3.2 times what its parameters weigh"),
        ({"equal_modules": {"Layer": 12}}, "12 equal `Layer`: 1 graph"),
        (
            {"most_used": {"aten.add": 2, "aten.mm": 30}},
            "30 of 40 operators are `aten.mm`",
        ),
        (
            {"recompiles": [{"of": "f", "because": ["len(x) == 2"]}]},
            "`f` is compiled again because of `len(x) == 2`",
        ),
    ],
)
def test_a_figure_that_stands_out_is_remarked_on(training, words):
    line = line_of("odd", odd=result(training), plain=result(), other=result())
    assert words in line
    assert words not in line_of("odd", odd=result(), plain=result(), other=result())


def test_a_break_that_many_have_is_told_as_such():
    same = {name: result({"breaks": [BREAK]}) for name in "abcde"}
    assert "as in 5 models" in line_of("a", **same)


def test_a_fault_is_told_first():
    line = line_of("m", m=result(faults=["train: other results than without depyf"]))
    assert line.startswith("Depyf has a fault here: train: other results")


def test_releases_are_compared_one_with_the_next():
    old = {"a": result({"breaks": [BREAK], "graphs": 2}), "b": result()}
    new = {"a": result({"guards": 150}), "b": result()}
    text = section("2.13", "2.15", old, new)
    assert "2 models ran on both releases; the figures of 1 differ." in text
    assert "1 model no longer breaks for" in text
    assert "Guards: 200 → 250 (+25 %); more in 1 model, fewer in 0." in text
    assert "Graphs: 3 → 2" in text
    assert "| 2 → 1 | 100 → 150 |" in text


def test_times_are_compared_on_one_machine_only():
    slow = {"processor_seconds": {"plain": 8.0, "depyf": 9.0}}
    told = section("2.13", "2.15", {"a": result()}, {"a": result(slow)})
    assert "takes 2.00 times as long" in told
    elsewhere = {"a": result(slow, machine="another")}
    assert "times as long" not in section("2.13", "2.15", {"a": result()}, elsewhere)


@pytest.mark.parametrize(
    "other",
    [
        {"versions": {"timm": "1.0.32", "torch": "2.15.0"}},
        {"made_of": {"row": "r2"}},
        {"cases": {}},
    ],
)
def test_what_differs_by_more_than_torch_is_not_compared(other):
    text = section("2.13", "2.15", {"a": result()}, {"a": result(**other)})
    assert "No model has run on both yet." in text


def test_releases_are_in_the_order_of_their_numbers():
    names = ["2.9", "2.13", "2.15"]
    text = between_releases({name: {"a": result()} for name in names})
    assert text.index("From torch 2.13 to 2.15") < text.index("From torch 2.9 to 2.13")


def _broken(file, line, function):
    return {
        "breaks": [{"reason": "R", "file": file, "line": line, "function": function}]
    }


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        (("lib/a.py", 3, "<listcomp>"), ("lib/a.py", 3, "f"), True),
        (("lib/a.py", 3, "f"), ("lib/a.py", 9, "f"), False),
        (("torch/optim/sgd.py", 3, "step"), ("torch/optim/sgd.py", 9, "step"), True),
        (("torch/optim/sgd.py", 3, "step"), ("torch/optim/sgd.py", 3, "f"), False),
    ],
)
def test_a_break_is_the_same_on_both_releases_by_its_place(before, after, is_same):
    pair = {"a": result(_broken(*before))}, {"a": result(_broken(*after))}
    text = section("2.13", "2.15", *pair)
    assert ("1 model now breaks for" in text) != is_same


def test_it_is_told_where_the_pythons_differ():
    versions = {"timm": "1.0.31", "torch": "2.15.0", "python": "3.13.0"}
    before = result()
    both = {**before["versions"], "python": "3.11.7"}
    text = section(
        "2.13",
        "2.15",
        {"a": {**before, "versions": both}},
        {
            "a": {
                **before,
                "versions": {**both, **versions, "timm": both.get("timm", "")},
            }
        },
    )
    assert "The former ran on Python 3.11.7, the latter on 3.13.0" in text
    assert "The former ran" not in section("2.13", "2.15", {"a": before}, {"a": before})


def test_what_was_tried_stands_beside_the_cause():
    edit = {
        "finding": "Block.forward: graph break at mlp.py:41",
        "what": "`act` before the graph",
        "verdict": "kept",
        "why": "graph breaks 1 -> 0",
        "patch": "--- a/one.py\n+++ b/one.py\n",
    }
    figures = {"compile_seconds": 2.0, "graph_breaks": 1}
    cured = {
        "before": figures,
        "after": {"compile_seconds": 1.0, "graph_breaks": 0},
        "edits": [edit],
    }
    text = index({"vit": result({"breaks": [BREAK]})}, "2.13", (), {"vit": cured})
    assert "[vit](cures.md#vit): kept `act` before the graph" in text
    shown = tried.page({"vit": cured, "mlp": {**cured, "edits": []}})
    assert "2.0 s -> 1.0 s compiling, graph breaks 1 -> 0, same output" in shown
    assert "depyf proposed no edit" in shown


def test_an_edit_for_another_line_is_not_shown_beside_a_cause():
    edit = {"finding": "g: graph break at mlp.py:7", "what": "x", "verdict": "kept"}
    cured = {"vit": {"edits": [edit]}}
    others = [BREAK, {**BREAK, "line": 50, "reason": "another"}]
    text = index({"vit": result({"breaks": others})}, "2.13", (), cured)
    assert "[vit](cures.md#vit): no edit at this line" in text
    text = index({"vit": result({"breaks": [BREAK]})}, "2.13", (), cured)
    assert "[vit](cures.md#vit): kept x" in text, "all breaks have one reason"
