"""Which translations are behind their sources.

    python -m tests.docs.translations               lists them
    python -m tests.docs.translations --done PAGE   notes that PAGE is up to date

A translation's first line names its source, and what the source's own text was (without
what runs generate) when it was last translated. A page without that line is no
translation, unless it is called as a source is: a chapter or the README.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

from tests.docs.shown.marks import without_bodies

ROOT = Path(__file__).resolve().parents[2]
CHINESE = ROOT / "docs" / "zh"
_FIRST = re.compile(r"\A<!-- translated from (?P<source>\S+) at (?P<digest>\w+) -->\n")
_CALLED_AS_A_SOURCE = re.compile(r"\d\d_.+\.md|README\.md")


def pages() -> list[Path]:
    """Return all pages that are translations, or have to be."""
    return sorted(page for page in CHINESE.glob("*.md") if is_translation(page))


def is_translation(page: Path) -> bool:
    """Return whether a page names a source, or has to by what it is called."""
    if _CALLED_AS_A_SOURCE.fullmatch(page.name):
        return True
    return _FIRST.match(page.read_text(encoding="utf-8")) is not None


def source_of(page: Path) -> Path:
    """Return what a page is the translation of.

    Raises:
        ValueError: its first line does not say so.
    """
    found = _FIRST.match(page.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(
            f"{page.name} begins with no line `<!-- translated from ... -->`"
        )
    return (page.parent / found["source"]).resolve()


def digest_of(source: Path) -> str:
    """Return a short digest of what an author wrote."""
    text = without_bodies(source.read_text(encoding="utf-8"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def is_behind(page: Path) -> bool:
    """Return whether the source has changed since it was translated."""
    found = _FIRST.match(page.read_text(encoding="utf-8"))
    return found is None or found["digest"] != digest_of(source_of(page))


def note_done(page: Path) -> None:
    """Write down that a page says what its source says now."""
    source = source_of(page)
    text = page.read_text(encoding="utf-8")
    named = _FIRST.match(text)
    assert named is not None
    first = f"<!-- translated from {named['source']} at {digest_of(source)} -->\n"
    page.write_text(_FIRST.sub(first, text), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """List what is behind, or note what is done."""
    if arguments[:1] == ["--done"]:
        for name in arguments[1:]:
            note_done(Path(name))
        return
    for page in pages():
        if is_behind(page):
            print(f"{page.relative_to(ROOT)}: {source_of(page).name} has changed")


if __name__ == "__main__":
    main(sys.argv[1:])
