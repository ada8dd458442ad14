"""What is searched is found, and the hit leads to the very line, node or kernel."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from .browsers import seen, settled
from .conftest import RUNS

pytestmark = pytest.mark.browser


def found(viewer, words):
    page = viewer.at("toy", f"#search?q={quote(words)}")
    page.wait_for_selector("main h2:has-text('with “')")
    return page


def followed(page, kind, name=""):
    hit = page.locator("a.hit", has_text=f"· {kind}").filter(has_text=name).first
    hit.click()
    settled(page)
    return seen(page)


def test_a_line_of_the_users_typed_key_by_key(viewer):
    page = viewer.at("toy")
    page.keyboard.press("/")
    page.keyboard.type("b * -1")
    page.wait_for_selector("main h2:has-text('with “b * -1”')")
    panes = followed(page, "you wrote")["panes"]
    assert panes["source"][0]["lit"] == [6]


def test_a_line_of_what_runs(viewer):
    page = found(viewer, "= graph_out_0[1]")
    panes = followed(page, "what runs")["panes"]
    assert panes["shown"]["lit"] == [3]


def test_a_node(viewer):
    page = found(viewer, "abs_1:")
    followed(page, "graph", "__compiled_fn_1.Captured_Graph.0.py")
    lit = page.locator("pre.code .row.linked")
    assert lit.count() == 1
    assert "abs_1:" in lit.inner_text()


def test_a_kernel(viewer):
    name = "cpp_fused_abs_add_div_lt_sum_0"
    page = found(viewer, name)
    followed(page, "kernel", "__compiled_fn_1.kernel_0.py")
    lit = page.locator("pre.code .row.linked")
    assert lit.count() >= 2
    # Not the inner text: Firefox has none of what is scrolled away.
    assert all(name in text for text in lit.all_text_contents())
    assert lit.first.evaluate(IN_VIEW)


def test_a_file(viewer):
    page = found(viewer, "Joint_graph.0.py")
    followed(page, "graph", "__compiled_fn_1.Joint_graph.0.py")
    assert "__compiled_fn_1.Joint_graph.0.py" in page.locator("main").inner_text()


def test_a_guard(viewer):
    page = found(viewer, "check_tensor(L['b']")
    followed(page, "guard")
    lit = page.locator(".guards li.linked")
    assert lit.count() == 1
    assert "check_tensor(L['b']" in lit.inner_text()


def test_what_is_nowhere_is_said_to_be_nowhere(viewer):
    page = viewer.at("toy", "#search?q=no+such+words")
    page.wait_for_selector("text=Nothing holds")


def test_your_code_comes_first_and_enter_opens_the_first(viewer):
    """The line is the model's: the first of the user's that has the word."""
    frame = RUNS["toy"].frames[0]
    lines = frame.original_source.split("\n")
    wanted = next(at for at, line in enumerate(lines) if "sum" in line)
    page = viewer.at("toy")
    page.keyboard.press("/")
    page.keyboard.type("sum")
    page.wait_for_selector("main h2:has-text('with “sum”')")
    kinds = [
        text.split("· ")[1].strip()
        for text in page.locator(".hit > .soft").all_inner_texts()
    ]
    order = ["you wrote", "library code", "what runs", "kernel", "graph", "guard"]
    assert kinds[:1] == ["you wrote"]
    ranks = [order.index(kind) for kind in kinds if kind in order]
    assert ranks == sorted(ranks)
    prefixes = {c.graphs[0].prefix for f in RUNS["toy"].frames for c in f.compilations}
    assert kinds.count("graph") <= len(prefixes)
    page.keyboard.press("Enter")
    settled(page)
    assert seen(page)["panes"]["source"][0]["lit"] == [frame.first_line + wanted]


IN_VIEW = """(row) => {
  const box = row.closest(".scroll").getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return top >= box.top && bottom <= box.bottom;
}"""
