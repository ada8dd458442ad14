"""A translation whose source has changed is told."""

from __future__ import annotations

import re

import pytest

from tests.docs import translations
from tests.docs.shown.marks import marks_of, without_bodies

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", translations.pages(), ids=lambda page: page.stem)
def test_a_translation_says_what_its_source_says(page):
    assert not translations.is_behind(page), (
        f"{translations.source_of(page).name} has changed since {page.name} was "
        f"translated: translate what changed, then "
        f"`python -m tests.docs.translations --done {page}`"
    )


@pytest.mark.parametrize("page", translations.pages(), ids=lambda page: page.stem)
def test_a_translation_shows_the_same_runs(page):
    source = translations.source_of(page)
    assert marks_of(page.read_text("utf-8")) == marks_of(source.read_text("utf-8"))


@pytest.mark.parametrize("page", translations.pages(), ids=lambda page: page.stem)
def test_a_translation_shows_the_same_code(page):
    written = [
        without_bodies(path.read_text(encoding="utf-8"))
        for path in (page, translations.source_of(page))
    ]
    translated, original = map(FENCED.findall, written)
    assert translated == original


def test_only_a_page_called_as_a_source_has_to_name_one(tmp_path):
    texts = {
        "index.md": "One.\n",
        "files.md": "<!-- translated from ../files.md at 0 -->\nOne.\n",
        "01_one.md": "One.\n",
        "README.md": "One.\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    found = {name for name in texts if translations.is_translation(tmp_path / name)}
    assert found == {"files.md", "01_one.md", "README.md"}
    with pytest.raises(ValueError, match=r"01_one\.md begins with no line"):
        translations.source_of(tmp_path / "01_one.md")


def test_a_changed_source_is_seen_and_what_runs_generate_is_none(tmp_path):
    source, page = tmp_path / "source.md", tmp_path / "page.md"
    source.write_text("One.\n<!-- output x -->\n1\n<!-- end -->\n")
    page.write_text("<!-- translated from source.md at nothing -->\nOne.\n")
    assert translations.is_behind(page)
    translations.note_done(page)
    assert not translations.is_behind(page)
    source.write_text("One.\n<!-- output x -->\n2\n<!-- end -->\n")
    assert not translations.is_behind(page)
    source.write_text("Two.\n<!-- output x -->\n2\n<!-- end -->\n")
    assert translations.is_behind(page)
