"""Journals, changed as damage, or somebody who means harm, changes them.

Recorded journals are taken apart into records, a few changes are made, and they are put
together again.  What is changed, and where, follows from one number.
"""

from __future__ import annotations

import base64
import gzip
import json
import random
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Callable

from hypothesis import strategies as st

from .trace_mutations import ODD, _paths, _replaced

RECORDED = Path(__file__).parents[1] / "findings" / "journals"
#: Small ones, which hold the kinds of records between them.
NAMES = (
    "early_return",
    "batch_sizes",
    "backend_made_anew",
    "saved_for_backward",
    "whole_graph",
    "cache_bypass",
    "library_call",
)
DEEP = 200_000
_MOST = 4  # changes of one journal
_NAMES_OF_IDS = ("0/0", "9/9", "0/0_7", "1:0/0", "!0/1/0", "9" * 5_000 + "/0", "x", "")


@lru_cache(maxsize=None)
def recorded(name: str) -> tuple[bytes, ...]:
    """Return the lines of a recorded journal."""
    packed = (RECORDED / f"{name}.jsonl.gz").read_bytes()
    return tuple(line for line in gzip.decompress(packed).split(b"\n") if line)


# --- changes: each takes the lines of a journal and changes them ----------------------


def _line(lines: list[bytes], chance: random.Random) -> int:
    """Return a position: each kind of record is as likely as the others."""
    kinds: dict[bytes, list[int]] = {}
    for at, line in enumerate(lines):
        kinds.setdefault(line[:20], []).append(at)
    return chance.choice(kinds[chance.choice(list(kinds))])


def _flipped(lines: list[bytes], chance: random.Random) -> None:
    at = _line(lines, chance)
    data = bytearray(lines[at] or b"x")
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    lines[at] = bytes(data)


def _torn(lines: list[bytes], chance: random.Random) -> None:
    at = _line(lines, chance)
    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]


def _ended(lines: list[bytes], chance: random.Random) -> None:
    del lines[chance.randrange(len(lines)) + 1 :]
    lines[-1] = lines[-1][: chance.randrange(len(lines[-1]) + 1)]


def _object(
    lines: list[bytes], chance: random.Random, change: Callable[[object], object]
) -> None:
    at = _line(lines, chance)
    try:
        data = json.loads(lines[at])
    except (ValueError, RecursionError):
        return
    text = json.dumps(change(data))
    lines[at] = text.encode("utf-8", "surrogatepass")


def _odd(lines: list[bytes], chance: random.Random) -> None:
    new = chance.choice(ODD)
    _object(lines, chance, lambda one: _replaced(one, chance.choice(_paths(one)), new))


def _missing(lines: list[bytes], chance: random.Random) -> None:
    _object(lines, chance, lambda one: _replaced(one, chance.choice(_paths(one)), ...))


def _deep(lines: list[bytes], chance: random.Random) -> None:
    at = _line(lines, chance)
    opening = chance.choice((b"[", b'{"a":'))
    lines[at] = lines[at][:-1] + b', "more": ' + opening * DEEP


def _other_id(lines: list[bytes], chance: random.Random) -> None:
    key = chance.choice(_NAMES_OF_IDS)
    _object(
        lines,
        chance,
        lambda one: {**one, "compile_id": key} if isinstance(one, dict) else one,
    )


def _doubled(lines: list[bytes], chance: random.Random) -> None:
    at = _line(lines, chance)
    lines[at:at] = [lines[at]] * chance.choice((1, 1, 2, 50))


def _left_out(lines: list[bytes], chance: random.Random) -> None:
    if len(lines) > 1:
        del lines[_line(lines, chance)]


def _reordered(lines: list[bytes], chance: random.Random) -> None:
    if chance.random() < 0.5:
        chance.shuffle(lines)
    else:
        lines.insert(chance.randrange(len(lines)), lines.pop(_line(lines, chance)))


def _joined(lines: list[bytes], chance: random.Random) -> None:
    other = lines if chance.random() < 0.5 else recorded(chance.choice(NAMES))
    lines += list(other)


def _packed(lines: list[bytes], chance: random.Random) -> None:
    at = _line(lines, chance)
    data = bytearray(zlib.compress(lines[at]))
    if chance.random() < 0.7:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    text = base64.b64encode(bytes(data)).decode()
    lines[at] = json.dumps({"kind": "graph", "packed": text}).encode()


def _huge(lines: list[bytes], chance: random.Random) -> None:
    size = chance.choice((10**3, 10**5, 10**6))
    big = chance.choice(("\n", "x", "[", "a[0] and ", "def f():\n"))
    text = (big * size)[:size]
    _object(lines, chance, lambda one: _replaced(one, chance.choice(_paths(one)), text))


def _number(lines: list[bytes], chance: random.Random) -> None:
    number = chance.choice((-1, 2**31, 2**53, 10**9, 10**18, 2**63, 10**4000))

    def changed(one: object) -> object:
        paths = [path for path in _paths(one) if type(_at(one, path)) is int]
        return _replaced(one, chance.choice(paths), number) if paths else one

    _object(lines, chance, changed)


def _at(value: object, path: tuple[object, ...]) -> object:
    for key in path:
        value = value[key]  # type: ignore[index]
    return value


def _garbage(lines: list[bytes], chance: random.Random) -> None:
    new = bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    lines.insert(chance.randrange(len(lines) + 1), new)


CHANGES = (
    _flipped,
    _torn,
    _ended,
    _odd,
    _missing,
    _deep,
    _other_id,
    _doubled,
    _left_out,
    _reordered,
    _joined,
    _packed,
    _huge,
    _number,
    _garbage,
)


def mutated(seed: int) -> tuple[bytes, list[str]]:
    """Return a changed journal, and what was changed."""
    chance = random.Random(seed)
    name = chance.choice(NAMES)
    lines = list(recorded(name))
    names = []
    for _ in range(chance.randint(1, _MOST)):
        change = chance.choice(CHANGES)
        if lines:
            change(lines, chance)
        names.append(change.__name__.strip("_"))
    return b"".join(line + b"\n" for line in lines), [name, *names]


#: For `mutated`: a failing journal is told by its number.
seeds = st.integers(0, 2**32 - 1)
