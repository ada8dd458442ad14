"""Find environment variables in guards, where they are items of `os.environ._data`."""

from __future__ import annotations

_ITEM = "environ._data[b"


def variable_of(text: str) -> str:
    """Return the environment variable that a guard checks; empty if it checks none.

    >>> variable_of("G['os'].environ._data[b'HOME'] == b'/root'")
    'HOME'
    """
    _, found, rest = text.partition(_ITEM)
    if not found or not rest:
        return ""
    name, closed, _ = rest[1:].partition(rest[0])
    return name if closed else ""
