"""The structure of `index.md` is depyf's, whatever the names in a dump are.

A real parser reads the pages: what it finds (headings, items, tables, links, code) is
the same for a name like `X` and for one that is made of markup.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import markdown_it
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.serialize import event_from_json
from depyf.render.index import index_md
from depyf.render.markdown import (
    bounded,
    code,
    cut,
    file_link,
    lines_of,
    link,
    page_link,
    plain,
    sentence,
)
from depyf.torch_text.access_paths import module_path
from depyf.torch_text.names import CompileId

_HOSTS = ("", "pytorch.org", "docs.pytorch.org", "meta-pytorch.github.io", "github.com")
_JOURNALS = Path(__file__).parents[1] / "render" / "journals"
_WORDS = r"""
    # ## #_a - + * ** _ __ > >_q 1._x 2) | --- === *** ` `` ``` ~~~ ~~ <b> </b> <!-- -->
    <script>alert(1)</script> [x](http://evil.example) ![x](y) [ ] ( ) \ \` \| $x$ $$ :
    http://evil.example https://pytorch.org.evil.example/x www.evil.example {0} { } &
    https://pytorch.org@evil.example a@evil.example mailto:a@b.c //evil.example &#60;
    &lt; javascript:alert(1) a toy f(x)
"""
_LINES = """# a
- a
1. x
> q
[^1]: x
[x]: http://evil.example
- [ ] x
<!-- ranks: begin -->"""
_CONTROLS = ("\n", "\r", "\t", " ", "   ", "\u2028", "\u202e", "\x1b[31m", "\ud800")
_PIECES = st.sampled_from([*_WORDS.split(), *_LINES.split("\n"), *_CONTROLS])
HOSTILE = st.lists(_PIECES, min_size=1, max_size=40).map("".join).filter(str.strip)


def parser():
    return markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])


def structure(text):
    """Return the kinds and depths that a parser finds; check where links lead to."""
    found = []
    for token in parser().parse(text):
        found.append((token.type, token.tag, token.level))
        for inner in token.children or ():
            if inner.type in ("text", "softbreak", "code_inline", "text_special"):
                continue
            found.append((inner.type, inner.level))
            href = str(inner.attrs.get("href", ""))
            if inner.type == "link_open":
                address = urlsplit(href)
                assert address.scheme in ("", "https"), href
                assert address.netloc in _HOSTS, href
    return found


def text_of(text):
    """Return what a reader sees of one paragraph."""
    (inline,) = (token for token in parser().parse(text) if token.type == "inline")
    return "".join(one.content for one in inline.children)


@given(HOSTILE)
@example(" -")
@example(" 1. x")
@example(" ---")
@settings(max_examples=100, deadline=None)
def test_text_is_one_paragraph_wherever_it_stands(text):
    for made in (
        plain(text),
        code(text),
        sentence(text),
        sentence(f"`{text}` is {text}"),
    ):
        assert structure(f"- {made}") == structure("- X"), made
        assert structure(f"# {made}") == structure("# X"), made


@given(HOSTILE)
@settings(max_examples=100, deadline=None)
def test_wrapped_text_is_one_paragraph(text):
    for made in (plain(text), code(text), sentence(f"`{text}` is {text} and `{text}`")):
        lines = lines_of(f"  - {made}", "    ", 20)
        assert structure("\n".join(["- a", *lines])) == structure("- a\n  - X"), lines


@given(HOSTILE, st.integers(4, 80))
@settings(max_examples=100, deadline=None)
def test_text_that_is_cut_leaves_nothing_open(text, length):
    made = cut(sentence(f"`{text}` is {text}"), length)
    assert len(made) <= length + 2
    assert structure(f"- {made} [x](y)") == structure("- X [x](y)"), made


@given(HOSTILE, st.integers(1, 400))
@settings(max_examples=100, deadline=None)
def test_a_line_that_is_bounded_leaves_nothing_open(text, times):
    for made in (plain(text * times), code(text * times), f"{file_link(text)} a"):
        short = bounded(f"- {made}")
        assert len(short) < 12_000
        assert without_count(structure(f"{short} b")) == without_count(structure("- X"))


def test_what_a_line_leaves_out_is_counted():
    assert bounded(f"- `{'a' * 1_500}` b").endswith(
        "... (500 characters are left out here)` b"
    )
    assert bounded("# " + "a " * 1_000).endswith("(502 characters are left out here)")
    assert bounded(f"| {'a' * 9_000} |") == f"| {'a' * 9_000} |"


@pytest.mark.parametrize("unit", ["x", "word ", "a`b ", "|", "\n", "\\"])
@pytest.mark.parametrize("journal", ["toy_training", "breaks_and_recompiles"])
def test_no_line_of_an_index_is_longer_than_a_reader_can_scroll(journal, unit):
    made = page(journal, unit * 4_000)
    assert max(map(len, made.split("\n"))) <= 2_000
    assert made.startswith("# ")
    assert " on torch 2." in made.partition("\n")[0]  # by this depyf knows its index


@given(HOSTILE)
@settings(max_examples=100, deadline=None)
def test_a_cell_of_a_table_stays_one(text):
    rows = ["| a | b |", "|---|---|", "| {} | c |"]
    made = plain(text).replace("|", "\\|")
    kept = structure("\n".join(rows).format("X"))
    assert structure("\n".join(rows[:2]) + f"\n| {made} | c |") == kept


@given(HOSTILE)
@settings(max_examples=100, deadline=None)
def test_links_lead_into_the_dump_or_to_torch(text):
    structure(file_link(text))
    structure(link(plain(text), text))
    structure(page_link("torch's page", text))
    structure(page_link("torch's page", f"https://{text}"))


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1))
@settings(max_examples=100, deadline=None)
def test_text_is_shown_as_it_is(text):
    text = " ".join(text.split())
    if text and "//" not in text and "@" not in text and ":" not in text:
        assert text_of(plain(text)) == text.strip()


@pytest.mark.parametrize(
    "address",
    [
        "http://pytorch.org/x", "https://pytorch.org.evil.example", "https://evil.example",
        "https://pytorch.org@evil.example/", "https://github.com/pytorchevil/x",
        "https://github.com/evil", "javascript:alert(1)", "//pytorch.org", "https://pytorch.org)",
    ],
)  # fmt: skip
def test_other_hosts_are_shown_as_text(address):
    assert "](" not in page_link("torch's page", address)
    assert "link_open" not in str(structure(page_link("torch's page", address)))


@pytest.mark.parametrize(
    "address",
    [
        "https://pytorch.org/docs/stable/x.html#a",
        "https://docs.pytorch.org/docs/main/torch.compiler.html",
        "https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0059.html",
        "https://github.com/pytorch/pytorch/issues/1",
    ],
)
def test_pages_of_torch_are_links(address):
    assert page_link("page", address) == f"[page]({address})"


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../x", "a/../../x", "//evil.example/x", ""]
)
def test_names_that_lead_out_of_the_dump_are_no_links(name):
    assert link("x", name) == "x"


def test_words_that_begin_a_block_are_at_no_beginning_of_a_line():
    for word in ("# a", "- a", "+ a", "> a", "1. a", "2) a", "--- a", "=== a", "| a"):
        line = "- " + f"some words {word} " * 9
        assert structure("\n".join(lines_of(line, "  ", 20))) == structure("- X")


def test_headings_and_rows_of_tables_stay_whole():
    for line in (f"# {'word ' * 99}", f"| {'word ' * 99} |"):
        assert lines_of(line, "") == [line]


def test_a_name_with_a_bar_stays_in_its_cell_of_the_overview():
    def rows(name):
        codes = [
            ev.TransformedCode(
                CompileId(at, 0),
                file=f"__transformed_code_{at}_for_f.py",
                source="",
                co_name=name,
                code_key=f"key{at}",
                index=at,
            )
            for at in range(2)
        ]
        index = index_md(fold([ev.RunStarted(None), *codes]))
        found = parser().parse(index)
        cells = [
            inner.content
            for outer, inner in zip(found, found[1:])
            if outer.type == "td_open"
        ]
        return [cell for at, cell in enumerate(cells) if at % 7]  # without the name

    assert rows("a|b`c|d`") == rows("f") != []


# --- whole pages ----------------------------------------------------------------------

_NAMES = ("file", "function", "co_name", "qualified_name", "original_file", "program",
          "arguments", "owner", "text", "link", "quality", "folder")  # fmt: skip


def _with(value, put):
    """Return an event's JSON with another text in the fields that hold names."""
    if isinstance(value, list):
        return [_with(one, put) for one in value]
    if isinstance(value, dict):
        return {
            key: put(key, one) if isinstance(one, str) else _with(one, put)
            for key, one in value.items()
        }
    return value


def page(journal, text):
    def put(key, value):
        if key not in _NAMES or not value:
            return value
        if key == "link":
            return f"https://pytorch.org/{text}" if text == "X" else value
        return f"{value} {text}"

    lines = (_JOURNALS / f"{journal}.jsonl").read_text(encoding="utf-8").splitlines()
    events = [event_from_json(_with(json.loads(line), put)) for line in lines]
    others = [replace(one) for one in (ev.OtherProcess(f"rank_{text}"),)]
    return index_md(fold([*events, *others]))


def without_count(found):
    """Return items, headings and tables: texts that are longer may hold fewer links."""
    return [one for one in found if len(one) == 3]


@pytest.mark.parametrize("journal", ["toy_training", "breaks_and_recompiles"])
@given(text=HOSTILE)
@settings(max_examples=10, deadline=None)
def test_an_index_of_hostile_names_has_the_structure_of_any_other(journal, text):
    plain_page = structure(page(journal, "X"))
    assert without_count(structure(page(journal, text))) == without_count(plain_page)


@pytest.mark.parametrize("unit", ["x", "a.", "a@", "a:", "`", "` ", "\\", "[", "& "])
def test_a_long_text_is_made_safe_in_linear_time(unit):
    """A version of 100,000 letters took minutes: an `@` was looked for behind each."""
    text = unit * (100_000 // len(unit))
    begin = time.process_time()
    plain(text)
    sentence(text)
    cut(text, 200)
    module_path(text)
    assert time.process_time() - begin < 5
