"""``index.html``: one offline file from which no data can break out."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from depyf.model.detail_events import SourceText
from depyf.model.entry_guards import frame_guards
from depyf.model.findings import findings
from depyf.model.sources import Sources
from depyf.render.html import escaped_json, report_html, with_ranks
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts
from tests.page import joined, page_data, unpacked_lines

from .journal import NASTY, nasty_run, recorded

PAGE_SOURCES = Path(__file__).parents[2] / "report" / "src"
RUNS = {"toy": recorded("toy_training"), "nasty": nasty_run()}


class Elements(HTMLParser):
    """The elements of a page, and the text of its data element."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.data = ""
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = dict(attrs).get("id") == "data"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.data += data


@pytest.mark.parametrize("name", RUNS)
def test_the_page_holds_no_element_but_its_own(name):
    tags = [tag for tag, _ in Elements(report_html(RUNS[name])).tags]
    assert tags == [
        "html",
        "head",
        "meta",
        "meta",
        "meta",
        "meta",
        "title",
        "style",
        "body",
        "div",
        "noscript",
        "script",
        "script",
        "script",
    ]


@pytest.mark.parametrize("name", RUNS)
def test_the_page_asks_for_nothing(name):
    for tag, attributes in Elements(report_html(RUNS[name])).tags:
        assert not {"src", "href", "srcset", "action"} & set(attributes), tag
    style = report_html(RUNS[name]).split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style
    assert "default-src 'none'" in style


def test_data_comes_back_as_it_was():
    data = json.loads(Elements(report_html(RUNS["nasty"])).data)
    assert data["base"]["frames"][0]["co_name"] == NASTY
    assert data["base"]["torch"] == NASTY


def test_a_part_has_each_of_its_texts_once():
    for part in page_parts(RunTexts(RUNS["toy"])).values():
        texts = part.get("texts", [])
        assert len(texts) == len(set(texts))


def test_large_reports_are_packed():
    parts = page_parts(RunTexts(RUNS["toy"]))
    text = report_html(RUNS["toy"])
    data = json.loads(Elements(text).data)
    assert list(data["base"]) == ["lines"]
    packed = gzip.decompress(base64.b64decode(data["base"]["lines"]))
    (base,) = unpacked_lines(**json.loads(packed))
    assert json.loads(base.replace("\n", "")) == json.loads(json.dumps(parts["base"]))
    assert page_data(text) == json.loads(json.dumps(joined(parts)))


def test_nothing_in_the_data_can_end_the_script_element():
    assert "<" not in escaped_json({"a": ["</script>", "<!--"]})


# Ways to make markup or code of a text, and to ask for something.
MARKUP = ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(")
MARKUP += ("DOMParser", "createContextualFragment", "Function(", "setHTML", "srcdoc")
REQUEST = r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\("


def test_our_script_never_makes_markup_of_data():
    sources = [*PAGE_SOURCES.rglob("*.ts"), *PAGE_SOURCES.rglob("*.tsx")]
    assert sources
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for way in MARKUP:
            assert way not in text, f"{way} in {path}"
        assert not re.search(REQUEST, text), path


def test_the_script_with_its_libraries_asks_for_nothing_and_runs_no_text():
    script = report_html(RUNS["toy"]).rsplit("<script>", 1)[1]
    # Preact and highlight.js can set innerHTML; our sources never ask them to.
    for way in ("outerHTML", "insertAdjacent", "document.write", "eval(", "Function("):
        assert way not in script
    assert not re.search(REQUEST, script)


def drawn(page, place=""):
    """Return text and tags of what the script of a page draws at a place."""
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("drawn.js")), str(page), place],
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    return json.loads(done.stdout)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", RUNS)
def test_the_script_draws_every_view(tmp_path, monkeypatch, name, packed):
    if packed:
        monkeypatch.setattr("depyf.render.html._COMPRESS_ABOVE", 1000)
    page = tmp_path / "index.html"
    page.write_text(report_html(RUNS[name]), encoding="utf-8")
    first = RUNS[name].frames[0]
    for place in ("", "#f0/0/code", "#f0/0/guards", "#f0/0/flow", "#f0/0/full"):
        found = drawn(page, place)
        assert first.title in found["text"]
        assert not {"img", "script"} & set(found["tags"])
        if not place.endswith("code"):  # there it depends on whether there is a graph
            assert ("svg" in found["tags"]) == place.endswith("flow")


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_the_page_shows_guards_and_the_source_of_what_was_captured(tmp_path):
    run = RUNS["toy"]
    frame = run.frames[0]
    other = SourceText(None, frame.file, 4, "toy.<locals>.other", "def other():\n  1\n")
    sources = Sources((other,))
    known = replace(
        run,
        sources=sources,
        frames=tuple(
            replace(
                one,
                compilations=tuple(
                    replace(item, sources=sources) for item in one.compilations
                ),
            )
            for one in run.frames
        ),
    )
    page = tmp_path / "index.html"
    page.write_text(report_html(known), encoding="utf-8")
    text = drawn(page, "#f0/0/code")["text"]
    assert "toy.<locals>.other · toy.py:4-5" in text
    assert "def other():" in text
    text = drawn(page, "#f0/0/guards")["text"]
    own = frame_guards(frame).of(frame.compilations[0])
    for fact in own.facts.facts:
        assert (fact.subject or fact.text) in text
    for part in own.facts.other:
        assert part.expression in text
    home = drawn(page)["text"]
    for one in findings(known).findings:
        assert one.edit in home


def test_a_page_that_is_there_is_told_how_ranks_compare():
    page = report_html(RUNS["toy"])
    once = with_ranks(page, {"world": 2, "what": "</script>"})
    again = with_ranks(once, {"world": 3})
    assert '"what":"\\u003c/script>"' in once
    assert again == page.replace(
        '<script type="application/json" id="ranks">null',
        '<script type="application/json" id="ranks">{"world":3}',
    )
    assert with_ranks("another page", {}) == "another page"
