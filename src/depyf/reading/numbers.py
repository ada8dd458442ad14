"""Numbers in strangers' texts: Python refuses some that look like one."""

from __future__ import annotations

__all__ = ["is_number"]

_DIGITS = 18  # Python refuses to read thousands, and reads many slowly


def is_number(text: str) -> bool:
    """Return whether a text is a whole number of sensible size, without a sign.

    >>> is_number("17"), is_number("²"), is_number("9" * 5000)
    (True, False, False)
    """
    return text.isdecimal() and len(text) <= _DIGITS
