"""Marks of a page: found, and what is between them replaced."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Container

_MARK = re.compile(
    r"(?ms)^<!-- (?P<kind>program|run|output|file|command|picture|session) "
    r"(?P<words>[^\n]*?) -->\n(?P<body>.*?)^<!-- end -->\n"
)


@dataclass(frozen=True)
class Mark:
    """One mark.

    Attributes:
        kind: its first word.
        subject: what it is about, up to the first ` | `.
        options: the others, each as its first word and the rest.
    """

    kind: str
    subject: str
    options: tuple[tuple[str, str], ...]

    def every(self, name: str) -> list[str]:
        """Return what is said of an option, each time that it stands there."""
        return [value for option, value in self.options if option == name]

    def has(self, name: str) -> bool:
        """Return whether an option stands there."""
        return bool(self.every(name))

    def one(self, name: str) -> str | None:
        """Return what is said of an option, or None."""
        return next(iter(self.every(name)), None)


def marks_of(page: str) -> list[Mark]:
    """Return all marks of a page, in order."""
    return [_mark(found) for found in _MARK.finditer(page)]


def with_bodies(
    page: str, body_of: Callable[[Mark], str], kinds: Container[str] | None = None
) -> str:
    """Return a page with everything between marks made anew, or between some kinds."""

    def replaced(found: re.Match[str]) -> str:
        if kinds is not None and found["kind"] not in kinds:
            return found[0]
        opening = found[0].partition("\n")[0]
        return f"{opening}\n{body_of(_mark(found))}<!-- end -->\n"

    return _MARK.sub(replaced, page)


def without_bodies(page: str) -> str:
    """Return what an author wrote."""
    return with_bodies(page, lambda _: "")


def _mark(found: re.Match[str]) -> Mark:
    subject, *options = found["words"].split(" | ")
    pairs = [option.strip().partition(" ") for option in options]
    return Mark(
        found["kind"], subject.strip(), tuple((one, rest) for one, _, rest in pairs)
    )
