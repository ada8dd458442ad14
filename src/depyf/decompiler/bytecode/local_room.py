"""Adds local variables to a code object."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType


def with_room_for_locals(code: CodeType, count: int) -> CodeType:
    """Return `code` with at least `count` local variables.

    torch copies all locals of the frame that it takes the place of, into the same
    places, without a look at how many there are (2.2, up to Python 3.10).  Later
    Pythons have cells behind the locals, whose places would change.
    """
    lacking = count - code.co_nlocals
    if lacking <= 0 or sys.version_info >= (3, 11):
        return code
    unused = tuple(f".unused{number}" for number in range(lacking))
    return code.replace(co_nlocals=count, co_varnames=code.co_varnames + unused)
