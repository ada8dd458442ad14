"""Classify graph breaks by words in torch's message."""

from __future__ import annotations

_UNDECIDED = ("could not guard", "could not extract", "data-dependent expression")
_GENERATOR = "Variable(Generator)"
_CLOCKS = ("perf_counter", "monotonic", "process_time", "timeit")


def is_undecided(text: str) -> bool:
    """Return whether the message names a test that torch cannot decide."""
    return any(part in text.lower() for part in _UNDECIDED)


def reads_clock(text: str) -> bool:
    """Return whether the break is at a function that reads the time."""
    return "time" in words_in(text) or any(part in text for part in _CLOCKS)


def is_unknown_context(text: str) -> bool:
    """Return whether the message names a context manager that torch cannot enter."""
    is_said = "unsupported context manager" in text.lower()
    return is_said or "SETUP_WITH" in words_in(text)


def passes_generator(text: str) -> bool:
    """Return whether a call breaks the graph because it gets a `torch.Generator`."""
    return _GENERATOR in text


def words_in(text: str) -> set[str]:
    """Return the words and identifiers in a text."""
    kept = (one if one.isalnum() or one == "_" else " " for one in text)
    return set("".join(kept).split())
