"""No page says, asks for or runs anything, whatever the names in it are."""

from __future__ import annotations

import json
import re

import pytest

from depyf.render.html import escaped_json, report_html
from tests.page import unpacked_page

from .browsers import settled
from .conftest import RUNS

pytestmark = pytest.mark.browser

HOSTILE = (
    "</script><img src=x onerror=window.ran=1>"
    '"><svg onload=window.ran=1>\u2028\u2029${window.ran=1}javascript:window.ran=1'
)
VIEWS = (
    "",
    "#run",
    "#timeline",
    "#files",
    "#search?q=onerror",
    "#f0/0/code?panes=source+shown+graph+kernel&line=4",
    "#f0/0/details",
    "#f0/0/guards?guard=0",
    "#f0/0/recompiles",
    "#f0/0/kernels",
    "#f0/0/flow",
    "#f0/0/full",
)
# What the page is laid out by, rather than shows.
_STRUCTURE = re.compile(
    r"^(?:id|frame|resumes|kind|stage|file|prefix|root|graph|compilation|packed|how"
    r"|quality|cache|outcome)$"
)
_RAN = (
    "() => [window.ran ?? 0, document.querySelectorAll('img, iframe, object').length]"
)


def poisoned(data, key=""):
    """Put the hostile text behind every text that is shown."""
    if isinstance(data, str):
        return data if _STRUCTURE.match(key) else data + HOSTILE
    if isinstance(data, list):
        return [poisoned(one, key) for one in data]
    if isinstance(data, dict):
        return {name: poisoned(one, name) for name, one in data.items()}
    return data


@pytest.fixture(scope="package")
def poison(written):
    """A page of which every text is hostile."""
    page = report_html(RUNS["toy"])
    data = unpacked_page(page)
    data["base"], data["parts"] = poisoned(data["base"]), poisoned(data["parts"])
    begin, end = '<script type="application/json" id="data">', "</script>"
    before, _, rest = page.partition(begin)
    text = before + begin + escaped_json(data) + end + rest.partition(end)[2]
    (written / "poison.html").write_text(text, encoding="utf-8")
    return json.dumps(data)


@pytest.mark.parametrize("name", ["nasty", "poison"])
def test_hostile_names_are_shown_and_run_nothing(viewer, poison, name):
    assert "onerror" in poison
    page = viewer.at(name)
    for view in VIEWS:
        page.evaluate("async (to) => { location.hash = to; }", view or "#")
        settled(page)
        assert page.evaluate(_RAN) == [0, 0], view
        assert "<img src=x onerror=" in page.locator("#app").inner_text(), view


def test_a_page_that_ran_or_asked_for_something_would_be_noticed(browser):
    """What the tests of this folder rely on: a request and an image are both seen."""
    page = browser.opened("toy")
    browser.check_all()
    page.evaluate(
        "() => { document.body.append(Object.assign(new Image(),"
        " { src: 'http://127.0.0.1:9/x.png' })); }"
    )
    page.wait_for_function("() => window.forbidden.length > 0")
    browser.check(page)
    assert any("img-src" in one for one in browser.said)
    assert page.evaluate(_RAN)[1] == 1
    page.close()
    browser.said.clear()


@pytest.mark.parametrize("name", ["toy", "drawn", "helper_item"])
def test_every_view_of_a_run_is_silent(viewer, name):
    page = viewer.at(name)
    for view in VIEWS:
        page.evaluate("async (to) => { location.hash = to; }", view or "#")
        settled(page)
        assert page.locator("main").inner_text().strip(), view
    # `viewer` looks at what was said.


def test_a_packed_page_is_unpacked(browser, written, monkeypatch):
    monkeypatch.setattr("depyf.render.html._COMPRESS_ABOVE", 1000)
    text = report_html(RUNS["nasty"])
    assert '{"packed":' in text
    (written / "packed.html").write_text(text, encoding="utf-8")
    page = browser.opened("packed")
    assert "<img src=x onerror=" in page.locator("#app").inner_text()
    browser.check(page)
    page.close()
    assert browser.said == []
