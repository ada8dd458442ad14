"""Drawings of a dump for a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Picture:
    """A drawing, and what it shows, for those who do not see it."""

    svg: str
    title: str


def drawn(kind: str, arguments: list[str], dump: Path) -> Picture:
    """Return a drawing of a dump."""
    raise NotImplementedError(kind, arguments, dump)
