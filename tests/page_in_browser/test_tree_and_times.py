"""The tree, the timeline and the flow: what happened, and where the seconds went."""

from __future__ import annotations

import re

import pytest

from depyf.model.events import Metrics
from depyf.render.spans import spans_of

from .browsers import double_clicked, settled
from .conftest import RUNS

pytestmark = pytest.mark.browser


def broken_lines(run):
    """Return the places of breaks of each function, each once."""
    return {
        (frame.key, event.user_stack[-1].file, event.user_stack[-1].line)
        for frame in run.frames
        for compilation in frame.compilations
        for event in compilation.breaks
        if event.user_stack
    }


def opened_tree(viewer, name):
    """Open a page with all branches of its tree."""
    page = viewer.at(name, "#")
    for _ in range(30):
        closed = page.locator('nav [aria-expanded="false"] .mark')
        if closed.count() == 0:
            break
        closed.first.click()
        settled(page)
    return page


@pytest.mark.parametrize("name", ["toy", "drawn"])
def test_each_break_has_its_line_and_each_recompile_is_at_its_entry(viewer, name):
    run = RUNS[name]
    page = opened_tree(viewer, name)
    badges = page.locator("nav .badge.bad").all_text_contents()
    first = [text for text in badges if re.search(r"break .*:\d", text)]
    assert len(first) >= len(broken_lines(run))
    # At an entry that meets several again they are one badge.
    assert all(re.match(r"\d+ breaks|breaks :", text) for text in {*badges} - {*first})
    again = [c for f in run.frames for c in f.compilations if c.recompile]
    made = [one for one in again if one.entry is not None]
    assert page.locator("nav .badge.warn").count() == len(made)
    refused = page.locator("nav .entry .label", has_text=re.compile("^recompile "))
    assert refused.count() == len(again) - len(made)
    resumed = {f.first_line for f in run.frames if f.parent is not None}
    rows = page.locator("nav .cut").all_inner_texts()
    after = [re.search(r"after line (\d+)", row) for row in rows]
    assert {int(found[1]) for found in after if found} == resumed
    assert not [
        text for text in page.locator("nav .entry").all_inner_texts() if "exact" in text
    ]


def test_a_part_has_its_own_time_and_its_share_of_all_compiling(viewer):
    spans = spans_of(RUNS["unet"])
    all_seconds = sum(one.seconds for one in spans if one.depth == 0)
    page = viewer.at("unet", "#timeline")
    bars = page.locator(".tl-bar")
    assert bars.count() == len(spans)
    for at, span in enumerate(spans[:5]):
        bars.nth(at).click()
        settled(page)
        assert page.url.endswith("#timeline"), "one press selects, and goes nowhere"
        strip = page.get_by_role("region", name="The selected part").inner_text()
        inner = spans[at + 1] if at + 1 < len(spans) else None
        own = span.seconds
        if inner is not None and inner.depth == span.depth + 1:
            own -= inner.seconds
        assert f"({100 * span.seconds / all_seconds:.0f} % of compiling)" in strip
        if own < span.seconds:
            found = re.search(r"own time .*?\((\d+|under 1) % of compiling\)", strip)
            assert found is not None
            percent = 0 if found[1] == "under 1" else int(found[1])
            assert abs(percent - 100 * own / all_seconds) <= 1
    double_clicked(viewer, bars.first)
    settled(page)
    assert "/code" in page.url


def test_a_part_that_a_cache_had_says_what_still_took_the_time(viewer):
    """All other parts of its compilation, each with what is its own."""
    spans = spans_of(RUNS["cached"])
    at = next(
        at for at, one in enumerate(spans) if one.cache == "hit" and one.depth > 0
    )
    whole = max(n for n in range(at) if spans[n].depth == 0)
    end = next((n for n in range(at, len(spans)) if spans[n].depth == 0), len(spans))
    page = viewer.at("cached", "#timeline")
    page.locator(".tl-bar").nth(at).click()
    settled(page)
    strip = page.get_by_role("region", name="The selected part").inner_text()
    assert "cache hit" in strip
    told = strip.partition("the rest of this compilation still ran: ")[2]
    shown = re.findall(r" ([\d.]+) (m?s|µs)", told)
    own = []
    for n, span in enumerate(spans[whole + 1 : end], whole + 1):
        inner = [one for one in spans[n + 1 : end] if one.depth == span.depth + 1]
        own.append(span.seconds - sum(one.seconds for one in inner))
    unit = {"s": 1, "ms": 1e-3, "µs": 1e-6}
    assert [float(number) * unit[name] for number, name in shown] == [
        pytest.approx(max(one, 0), rel=0.01) for one in own
    ]


def test_the_compiler_of_kernels_is_named_where_all_have_one_language(viewer):
    kernels = [
        k for f in RUNS["unet"].frames for c in f.compilations for k in c.kernels
    ]
    assert {one.language for one in kernels} == {"cpp"}
    page = viewer.at("unet", "#timeline")
    text = page.locator("main").inner_text()
    assert "C++ compiler" in text
    assert "Triton" not in text


def test_the_flow_has_the_seconds_of_each_entry(viewer):
    (frame,) = [one for one in RUNS["toy"].frames if one.parent is None]
    page = viewer.at("toy", "#f0/0/flow")
    text = page.locator(".flow svg").text_content()
    for compilation in frame.compilations:
        seconds = sum(one.seconds for one in compilation.facts.all(Metrics))
        assert f"{seconds + 1e-9:.1f} s compiling" in text  # 1.25 is 1.3


def test_the_tree_is_made_wider_by_a_key_and_a_drag(viewer):
    page = viewer.at("toy", "#")
    width = "() => document.querySelector('.side').getBoundingClientRect().width"
    before = page.evaluate(width)
    edge = page.get_by_role("separator", name="Width of the tree")
    edge.press("ArrowRight")
    settled(page)
    assert page.evaluate(width) == pytest.approx(before + 20, abs=1)
    edge.press("Enter")
    settled(page)
    assert page.evaluate(width) == before


# The width of a name in the tree, and that of its letters.
NAMED = """(row) => {
  const label = row.querySelector(".label");
  label.textContent = "CausalModel.forward";
  const given = label.getBoundingClientRect().width;
  label.style.flexShrink = 0;
  return [given, label.getBoundingClientRect().width];
}"""


def test_a_name_that_has_room_is_not_cut_for_a_long_note(viewer):
    page = viewer.opened("toy", "#")
    row = page.locator("nav .function", has=page.locator(".note")).first
    row.locator(".note > span").evaluate(
        "(one) => { one.textContent = 'modeling.py:566, inside ' + 'x'.repeat(50); }"
    )
    given, wanted = row.evaluate(NAMED)
    assert given == pytest.approx(wanted, abs=0.02)


# Of a function with a long name: whether it is beside its arrow, and all of it and of
# its place shows.
SHOWN = """(row) => {
  const [mark, label, place] = [".mark", ".label", ".note"].map((name) =>
    row.querySelector(name));
  label.textContent = "RotaryEmbeddingOfAModel.forward";
  place.textContent = "modeling.py:190";
  const top = (one) => one.getBoundingClientRect().top;
  const whole = (one) => one.scrollWidth <= one.clientWidth + 1;
  return [Math.abs(top(label) - top(mark)) < 5, whole(label), whole(place),
    place.clientWidth > 60];
}"""


@pytest.mark.parametrize("width", [1000, 1280])
def test_the_place_of_a_function_with_a_long_name_shows(viewer, width):
    page = viewer.opened("toy", "#")
    page.set_viewport_size({"width": width, "height": 800})
    row = page.locator("nav .function", has=page.locator(".note")).first
    assert row.evaluate(SHOWN) == [True] * 4


# How far a long name is below its arrow, if the function's place is below the name.
BELOW = """(row) => {
  const gap = document.createElement("span");
  gap.className = "soft gap";
  gap.textContent = "inside GradientCheckpointingLayer.__init_subclass__";
  row.classList.add("tall");
  row.append(gap);
  const label = row.querySelector(".label");
  label.textContent = "ConditionalGenerationDecoderLayer.forward";
  const top = (one) => one.getBoundingClientRect().top;
  return top(label) - top(row.querySelector(".mark"));
}"""


def test_a_long_name_stays_beside_its_arrow_where_its_place_is_below(viewer):
    page = viewer.opened("toy", "#")
    page.set_viewport_size({"width": 1000, "height": 800})
    row = page.locator("nav .function").first
    assert abs(row.evaluate(BELOW)) < 5


# What is seen of the word of a badge: its width, or 0 if it is in the next line.
WORD = """(badge) => {
  const word = badge.querySelector("span").getBoundingClientRect();
  const box = badge.getBoundingClientRect();
  return word.top >= box.bottom ? 0 : Math.min(word.right, box.right) - word.left;
}"""


def test_of_a_recompile_without_room_only_the_sign_shows_and_no_part_of_a_word(viewer):
    page = opened_tree(viewer, "drawn")
    badge = page.locator("nav .badge.warn").first
    side = page.locator(".side")
    whole = badge.evaluate("(one) => one.querySelector('span').offsetWidth")
    seen = set()
    for width in range(120, 321, 20):
        side.evaluate(f"(one) => {{ one.style.width = '{width}px'; }}")
        seen.add(round(badge.evaluate(WORD)))
        assert badge.bounding_box()["width"] >= 10
    assert seen == {0, whole}
