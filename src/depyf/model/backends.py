"""The backends that torch names where a function is compiled with another one.

It says so from 2.13 on; before, nothing tells why such a function is compiled again.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PAIR = re.compile(
    r"^BACKEND_MATCH\b.*?Cached backend: (?P<before>.*?)\. "
    r"New backend: (?P<after>.*?)\. If this",
    re.DOTALL,
)
_NAME = re.compile(
    r"compiler='(?P<compiler>[^']+)'|_TorchCompile(?P<own>\w+)Wrapper"
    r"|(?:[\w.<>]+\.)?(?P<function>\w+|<lambda>)(?: defined at| \(id=)"
)


class Backends(NamedTuple):
    """The backend that an entry was made with, and the one of the call."""

    before: str
    after: str


def other_backend(reason: str) -> Backends | None:
    """Return the backends of a reason to recompile, None where it is of another kind.

    >>> other_backend(
    ...     "BACKEND_MATCH failure: Cached backend: _TorchCompileWrapper("
    ...     "compiler='aot_eager', dynamic=None) (id=0x7f). New backend: "
    ...     "_TorchCompileInductorWrapper (id=0x7e). If this is unexpected, ..."
    ... )
    Backends(before='aot_eager', after='inductor')
    """
    found = _PAIR.match(reason)
    return Backends(*map(_name, found.groups())) if found else None


def _name(text: str) -> str:
    """Return the name of a backend as people give it."""
    found = _NAME.search(text)
    if found is None:
        return text
    return (found["own"] or "").lower() or found["compiler"] or found["function"]
