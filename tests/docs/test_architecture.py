"""The generated parts of the pages on the architecture are what they are made from."""

from __future__ import annotations

import sys

import pytest

if sys.version_info[:2] != (3, 11):
    pytest.skip("written on CPython 3.11", allow_module_level=True)

from tests.docs.architecture_parts import PAGES, PARTS, with_parts


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_generated_parts_are_up_to_date(page):
    text = page.read_text(encoding="utf-8")
    assert with_parts(text, PARTS) == text, (
        "run: python -m tests.docs.architecture_parts"
    )


def test_every_part_stands_somewhere():
    pages = [page.read_text(encoding="utf-8") for page in PAGES]
    for part in PARTS:
        assert sum(f"<!-- generated: {part} -->" in page for page in pages) == 1


def test_every_module_says_what_it_holds():
    for line in PARTS["modules"]().splitlines():
        if line.startswith("| `"):
            assert len(line.split("|")[2].strip()) > 10, line
