"""The first screen: findings as cards, what compiling cost, and what it leads to."""

from __future__ import annotations

import pytest

from depyf.model.findings import findings
from depyf.model.findings.program_text import program_files
from depyf.model.findings.savings import saved_seconds
from depyf.model.overview import totals
from depyf.model.stages import stage_order
from depyf.render.index_findings import findings_json
from tests.findings.test_tried import DIFF

from .browsers import seen, settled
from .conftest import CURED, RUNS

pytestmark = pytest.mark.browser
LAPTOP = {"width": 1280, "height": 800}


def plain(text):
    return text.replace("`", "")


def cards(viewer, name):
    """Return the page and its cards of findings, the minor ones, too."""
    page = viewer.at(name, "#")
    for fold in page.locator("main summary", has_text="Minor").all():
        if fold.locator("..").get_attribute("open") is None:
            fold.click()
            settled(page)
    return page, page.locator("main .finding:not(.again)").all()


def test_cards_say_what_the_model_found_and_what_saves_most_is_first(viewer):
    _, shown = cards(viewer, "cured")
    wanted = findings_json(RUNS["cured"])
    assert len(shown) == len(wanted) > 3
    assert (wanted[0]["rule"], wanted[0]["subject"]) == (CURED.rule, CURED.subject)
    for card, one in zip(shown, wanted):
        text = card.inner_text()
        assert text.startswith(f"{one['subject']} {plain(one['title'])}")
        if "cost" in one:
            chip = card.locator(".chip").inner_text()
            saved = one.get("saved_seconds")
            if saved is None:
                assert one["cost"].startswith(chip)
                assert one["cost"][len(chip) :].strip(", ") in text
            else:
                assert chip.endswith(f"saves {saved:.1f}\N{NO-BREAK SPACE}s")
                assert f"cost: {one['cost']}" in text
        edit = card.locator("pre.edit")
        assert edit.all_inner_texts() == ([one["edit"]] if one.get("edit") else [])
        assert card.get_by_role("button", name="Copy").count() == edit.count()
        said = text.replace("\N{NO-BREAK SPACE}", " ")
        for words in one.get("trials", ()):
            assert f"Tried: {plain(words).replace('->', '→')}" in said
    assert "->" not in shown[0].inner_text()


def test_an_edit_of_several_lines_is_a_diff_to_copy(viewer):
    _, (first, *_) = cards(viewer, "two_places")
    shown = first.locator("pre.edit")
    assert shown.inner_text().rstrip() == DIFF.rstrip()
    lines = shown.locator("span.good").all_inner_texts()
    assert [line.rstrip() for line in lines] == [
        line for line in DIFF.split("\n") if line.startswith("+") and line[:3] != "+++"
    ]
    assert first.get_by_role("button", name="Copy").count() == 1


def test_every_location_of_a_card_is_a_link(viewer):
    """A line of the program that is in no entry is shown in its file."""
    run = RUNS["module_lines"]
    texts = {one.file: one.text.split("\n") for one in program_files(run)}
    told = findings(run)
    origin = [line for one in (*told.findings, *told.expected) for line in one.origin]
    assert origin
    page, _ = cards(viewer, "module_lines")
    assert page.get_by_text("not in the dump").count() == 0
    for line in origin:
        page = viewer.at("module_lines", "#")
        name = f"{line.file.rpartition('/')[2]}:{line.line}"
        page.get_by_role("link", name=name).first.click()
        settled(page)
        lit = page.locator(".row.kept")
        assert lit.count() == 1
        assert lit.inner_text().rstrip() == texts[line.file][line.line - 1]


def test_a_location_leads_to_its_line_where_the_card_is_at_hand(viewer):
    one = next(one for one in findings(RUNS["drawn"]).findings if "breaks" in one.title)
    title = plain(one.title)
    page, shown = cards(viewer, "drawn")
    card = next(c for c in shown if c.inner_text().startswith(f"{one.subject} {title}"))
    card.get_by_role("link").first.click()
    page.mouse.move(2, 2)  # what it points at would be lit
    settled(page)
    lit = [line for pane in seen(page)["panes"]["source"] for line in pane["lit"]]
    assert one.where.line in lit
    page.locator(".told .menu summary").first.click()
    settled(page)
    over = page.locator(".told .over").first
    assert title in over.inner_text()
    tree = page.locator("nav").bounding_box()
    assert over.bounding_box()["x"] >= tree["x"] + tree["width"]
    page.keyboard.press("Escape")


def test_settled_recompiles_say_what_their_edits_avoid(viewer):
    run = RUNS["toy"]
    saved = [one for one in findings(run).expected if one.edit]
    assert saved
    total = saved_seconds(run, saved)
    page = viewer.at("toy", "#")
    assert f"avoid about {total:.1f} s" in page.locator(".totals").inner_text()
    shown = page.locator("main .finding.again").all()
    assert len(shown) == len(saved)
    for card in shown:
        text = card.inner_text()
        (one,) = [o for o in saved if f"{o.subject}: {plain(o.what)}" in text] or [None]
        assert (
            card.locator(".chip").inner_text().startswith(f"{one.seconds + 1e-9:.1f} s")
        )
        assert card.locator("pre.edit").inner_text() == one.edit
    assert page.get_by_text("No changes recommended").count() == 0


@pytest.mark.parametrize("name", ["toy", "drawn"])
def test_numbers_of_breaks_and_recompiles_lead_to_a_list_of_all(viewer, name):
    run = RUNS[name]
    total = totals(run)
    for kind, panel, wanted, has in (
        ("bad", "details", total.breaks, lambda one: one.breaks),
        ("warn", "recompiles", total.recompiles, lambda one: one.recompile),
    ):
        page = viewer.at(name, "#")
        page.locator(f".totals a.{kind}").click()
        settled(page)
        rows = page.locator("main tbody tr")
        assert rows.count() == wanted > 0
        links = page.locator(f"main tbody a[href$='/{panel}']")
        for link in links.evaluate_all("(all) => all.map((one) => one.hash)"):
            frame, at, _ = link.lstrip("#f").split("/")
            assert has(run.frames[int(frame)].compilations[int(at)])
        links.first.click()
        settled(page)
        assert seen(page)["hash"].endswith(panel)


def test_the_timeline_stands_beside_the_cards_where_there_is_room(browser):
    page = browser.opened("drawn", viewport={"width": 1920, "height": 1080})
    boxes = [part.bounding_box() for part in page.locator(".sides > div").all()]
    (cards_, timeline) = boxes
    assert timeline["x"] > cards_["x"] + cards_["width"]
    assert timeline["y"] == cards_["y"]
    page.set_viewport_size(LAPTOP)
    settled(page)
    (cards_, timeline) = [
        part.bounding_box() for part in page.locator(".sides > div").all()
    ]
    assert timeline["y"] >= cards_["y"] + cards_["height"]
    page.close()


def test_stages_are_named_in_words_and_by_torchs_names(viewer):
    page = viewer.at("unet", "#f0/0/code")
    options = page.get_by_label("Stage of a graph").locator("option").all_inner_texts()
    compilation = RUNS["unet"].frames[0].compilations[0]
    stages = {one.stage for one in compilation.graphs}
    known = sorted(stages, key=stage_order)
    for name, words in (
        ("BEFORE_PRE_GRAD", "Into Inductor"),
        ("AFTER_POST_GRAD", "Lowered"),
    ):
        assert name in known
        assert any(one.startswith(f"{words} ({name})") for one in options)


def test_what_was_tried_stands_in_one_line_above_the_findings(viewer):
    page = viewer.at("cured", "#")
    told, heading = page.locator(".cured"), page.locator("h2").first
    box, below = told.bounding_box(), heading.bounding_box()
    assert box["height"] < 25
    assert below["y"] - box["y"] - box["height"] >= 6
