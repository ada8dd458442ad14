"""Where modules are inside another one, as people write it: ``layers[3].self_attn``.

Paths that differ in a number only become one, with its range: ``layers[0..11]``.
Nothing is lost: `unfolded` gives the very paths again.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Iterable, Sequence

# What `path_text` puts between brackets: a number, ranges of them, or a quoted key.
_PART = re.compile(r"\[(?P<key>'(?:[^'\\]|\\.)*'|[^\]]*)\]|(?P<name>[^.\[]+)")
_NUMBERS = re.compile(r"\d+(?:\.\.\d+)?(?:, \d+(?:\.\.\d+)?)*\Z")
_KEY = re.compile(r"(?:0|[1-9]\d*)\Z")


def path_text(keys: Iterable[str]) -> str:
    """Return the path that leads over these names.

    >>> path_text(["model", "layers", "3", "self_attn"])
    'model.layers[3].self_attn'
    >>> path_text(["heads", "a-b"])
    "heads['a-b']"
    """
    text = ""
    for key in keys:
        if _KEY.match(key):
            text += f"[{key}]"
        elif key.isidentifier():
            text += f".{key}" if text else key
        else:
            text += f"[{key!r}]"
    return text


def dotted_path(text: str) -> str:
    """Return a path whose numbers stand behind dots in the form of `path_text`.

    >>> dotted_path("model.layers.3.self_attn")
    'model.layers[3].self_attn'
    """
    return path_text(text.split("."))


def path_parts(path: str) -> tuple[str, ...]:
    """Return the parts of a path; those between brackets with them.

    >>> path_parts("model.layers[3].self_attn")
    ('model', 'layers', '[3]', 'self_attn')
    """
    return tuple(found.group() for found in _PART.finditer(path))


def joined_parts(parts: Iterable[str]) -> str:
    """Return the path of these parts."""
    text = ""
    for part in parts:
        text += part if part.startswith("[") or not text else f".{part}"
    return text


def folded(paths: Iterable[str]) -> tuple[str, ...]:
    """Return paths with those that differ in one number made one.

    >>> folded(["layers[0]", "layers[1]", "layers[2].a", "layers[3].a", "norm"])
    ('layers[0..1]', 'layers[2..3].a', 'norm')
    """
    known = [path_parts(path) for path in dict.fromkeys(paths)]
    width = max(map(len, known), default=0)
    for place in range(width - 1, -1, -1):
        known = _merged(known, place)
    return tuple(joined_parts(parts) for parts in known)


def _merged(paths: Sequence[tuple[str, ...]], place: int) -> list[tuple[str, ...]]:
    """Return paths, with those that differ at one place only made one."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for parts in paths:
        if place < len(parts) and parts[place][1:-1].isdigit():
            key = (*parts[:place], "[]", *parts[place + 1 :])
            groups.setdefault(key, []).append(int(parts[place][1:-1]))
        else:
            groups.setdefault(parts, [])
    return [
        (*parts[:place], f"[{_ranges(numbers)}]", *parts[place + 1 :])
        if numbers
        else parts
        for parts, numbers in groups.items()
    ]


def _ranges(numbers: Iterable[int]) -> str:
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{a}..{b}" if a != b else f"{a}" for a, b in found)


def unfolded(path: str) -> tuple[str, ...]:
    """Return the paths that one with ranges stands for.

    >>> unfolded("layers[0..1, 4].norm")
    ('layers[0].norm', 'layers[1].norm', 'layers[4].norm')
    """
    choices = [_choices(part) for part in path_parts(path)]
    return tuple(joined_parts(parts) for parts in product(*choices))


def _choices(part: str) -> list[str]:
    if not part.startswith("[") or not _NUMBERS.match(part[1:-1]):
        return [part]
    found = []
    for piece in part[1:-1].split(", "):
        first, _, last = piece.partition("..")
        found += [f"[{number}]" for number in range(int(first), int(last or first) + 1)]
    return found
