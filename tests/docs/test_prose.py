"""Sentences that a person reads follow the rules that a machine can check."""

from __future__ import annotations

import pytest

from tests.docs import prose
from tests.docs.prose import Sentence

# Sentences that are right as they are: beginnings, at most twenty.
EXCEPTIONS: tuple[str, ...] = ()
EVERY = list(prose.every())


def section(sentence):
    """Return the page, or `src` for all docstrings."""
    return "src" if sentence.where.startswith("src") else sentence.where


def is_excepted(sentence):
    return any(sentence.text.startswith(one) for one in EXCEPTIONS)


@pytest.mark.parametrize("where", sorted({section(one) for one in EVERY}))
def test_sentences_follow_the_rules(where):
    found = [
        f"{one.where}: {one.text}: {', '.join(broken)}"
        for one in EVERY
        if section(one) == where and not is_excepted(one)
        for broken in [prose.broken(one)]
        if broken
    ]
    assert found == []


def test_sentences_of_findings_and_cures_follow_the_rules():
    found = [
        f"{one.where}: {one.text}: {', '.join(broken)}"
        for one in prose.of_product()
        for broken in [prose.broken(one)]
        if broken
    ]
    assert found == []


def test_exceptions_are_few_and_needed():
    assert len(EXCEPTIONS) <= 20
    broken = [one.text for one in EVERY if prose.broken(one)]
    assert all(any(text.startswith(one) for text in broken) for one in EXCEPTIONS)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("A guard is a check.", 0),
        ("Of each entry it names the first guard that fails.", 1),
        ("It is told (with the line (of the call)) later.", 2),
        ("word " * 26, 1),
        ("Nobody wrote it anew.", 2),
    ],
)
def test_a_broken_rule_is_seen(text, rules):
    assert len(prose.broken(Sentence("", text))) == rules


def test_sentences_of_a_page_leave_out_code_runs_and_pictures():
    page = (
        "# A title\n\nOne is `a b c`. Two [is a link](x.md):\n\n"
        "```text\nnot this\n```\n\n- three items. depyf is four\n- five items\n\n"
        "| six cells | seven cells |\n|---|---|\n\n"
        "<!-- file x: y -->\nnot that\n<!-- end -->\n![not a picture](p.png)\n"
    )
    assert list(prose.sentences_of_page(page)) == [
        "A title",
        "One is `code`.",
        "Two is a link:",
        "three items.",
        "depyf is four",
        "five items",
        "six cells",
        "seven cells",
    ]
