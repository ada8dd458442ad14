"""The pages of the walk-through, and which of their generated parts are out of date."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Container

from tests.docs.shown.bodies import Bodies
from tests.docs.shown.marks import with_bodies

if TYPE_CHECKING:
    from tests.docs.shown.runs import Runner

DOCS = Path(__file__).resolve().parents[3] / "docs"
WALK_THROUGH = DOCS / "walk_through"
CHINESE = DOCS / "zh"
# A translation shows the pictures of its source.
PICTURES = WALK_THROUGH / "pictures"


@dataclass(frozen=True)
class Made:
    """A page and its pictures, made anew."""

    path: Path
    text: str
    pictures: dict[Path, str]

    def write(self) -> None:
        """Write what has changed."""
        for path, text in {self.path: self.text, **self.pictures}.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def chapters() -> list[Path]:
    """Return the pages of all chapters, in order."""
    return sorted(WALK_THROUGH.glob("[0-9][0-9]_*.md"))


def translated() -> list[Path]:
    """Return the pages in another language that show runs, too."""
    return sorted(CHINESE.glob("[0-9][0-9]_*.md"))


def made(path: Path, runner: Runner, kinds: Container[str] | None = None) -> Made:
    """Return a page with everything between its marks made anew, or some kinds."""
    page = path.read_text(encoding="utf-8")
    bodies = Bodies(page, runner, path.parent, PICTURES)
    return Made(path, with_bodies(page, bodies.of, kinds), bodies.pictures)
