"""Recognize the numbers in untrusted text that Python can read."""

from __future__ import annotations

__all__ = ["is_number"]

_DIGITS = 18  # Python reads many digits slowly, and refuses thousands


def is_number(text: str) -> bool:
    """Return whether a text is a whole number without a sign, of at most 18 digits.

    >>> is_number("17"), is_number("²"), is_number("9" * 5000)
    (True, False, False)
    """
    return text.isdecimal() and len(text) <= _DIGITS
