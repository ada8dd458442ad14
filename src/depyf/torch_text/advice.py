"""What torch's texts name for a program to change: settings, functions, clocks."""

from __future__ import annotations

import re
from typing import Iterable

_SETTING = re.compile(r"torch\.(?:\w+\.)*_?config\.\w+ ?= ?\w+")
_UNDECIDED = re.compile(r"[Cc]ould not (?:guard|extract)|data-dependent expression")
_CLOCK = re.compile(r"\btime\b|perf_counter|monotonic|process_time|timeit")
_MAKER = re.compile(r"(?P<function>\w+)\.<locals>")


def settings_in(texts: Iterable[str]) -> list[str]:
    """Return the settings that these texts name, as statements, each once.

    >>> settings_in(["(to avoid this, set torch._dynamo.config.specialize_int=False)"])
    ['torch._dynamo.config.specialize_int = False']
    """
    named = (one for text in texts for one in _SETTING.findall(text))
    spaced = (one.replace(" ", "").replace("=", " = ") for one in named)
    return list(dict.fromkeys(spaced))


def is_undecided(text: str) -> bool:
    """Return whether torch says that it cannot decide a test while it compiles."""
    return _UNDECIDED.search(text) is not None


def reads_clock(text: str) -> bool:
    """Return whether torch's words on a break are about a function that reads time."""
    return _CLOCK.search(text) is not None


def makers_in(texts: Iterable[str]) -> list[str]:
    """Return the functions that create what these texts name, in order of names.

    >>> makers_in(["type(L['act']) is make_act.<locals>.Act"])
    ['make_act']
    """
    found = (one for text in texts for one in _MAKER.finditer(text))
    return sorted({one["function"] for one in found})
