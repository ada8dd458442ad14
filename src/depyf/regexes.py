"""Regular expressions that are compiled when they are first used.

Modules hold some 200 of them, and a run uses a part.  Compiling all of them took
a tenth of the time of opening a block, for which the user's program waits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    Regex = re.Pattern[str]
else:
    Regex = re.Pattern

__all__ = ["Regex", "regex"]


class _Uncompiled:
    """Stands for a pattern. It keeps each attribute that was asked for."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        # `re` keeps patterns that it compiled, but only a few hundred of them.
        value: object = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, value)
        return value


def regex(text: str, flags: int = 0) -> Regex:
    """Return a regular expression that can do what `re.compile(text, flags)` can.

    Args:
        text: the expression. A wrong one raises `re.error` at its first use only.
        flags: flags of `re`.
    """
    return cast("Regex", _Uncompiled(text, flags))
