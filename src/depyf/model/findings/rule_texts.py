"""Complete the texts and lines of a rule's result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.rule import Subject


def without(
    lines: Sequence[SourceLine], shown: SourceLine | None
) -> tuple[SourceLine, ...]:
    """Return the lines without the line that a finding already shows."""
    place = (shown.file, shown.line) if shown is not None else None
    return tuple(line for line in lines if (line.file, line.line) != place)


def share(part: float, whole: float) -> float:
    """Return a part of a whole, at most 1.0; 0.0 if the whole is zero."""
    return min(part / whole, 1.0) if whole else 0.0


def ended(text: str) -> str:
    """Return a sentence with a period at its end."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def short(title: str, subject: Subject) -> str:
    """Return a title with the user's names, without a redundant "value of the"."""
    named = subject.in_words(title)
    if named == title:
        return title
    return named.replace("each value of the ", "each ").replace(
        "each value of ", "each "
    )
