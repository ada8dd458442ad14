"""Logs of TORCH_TRACE, changed as damage, or somebody who means harm, changes them.

A log is taken apart into records, a few changes are made, and it is put together again.
Which changes and where follows from one number, so each failing log can be made again.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

RECORDED = Path(__file__).parent / "recorded" / "torch_2_13.log"
_LARGE = 100 << 20  # characters
DEEP = 200_000
HEAD = "V1127 14:24:00.123456 4711 torch/_dynamo/some.py:12] "

STACK = [{"line": 5, "name": "scale", "filename": 1, "loc": "y = x * factor"}]
IDS = {"frame_id": 0, "frame_compile_id": 0, "attempt": 0}
# Records that the recorded program does not cause.
OTHERS = (
    {"optimize_ddp_split_child": {"name": "submod_0"}, **IDS},
    {
        "symbolic_shape_specialization": {
            "symbol": "s0", "value": "3", "reason": "told", "user_stack": STACK,
        },
        **IDS,
    },
    {"create_unbacked_symbol": {"symbol": "u0", "user_stack": STACK}, **IDS},
    {
        "compilation_metrics": {
            "fail_type": "RecompileError", "fail_reason": "Recompiling scale\n  "
            "triggered by the following guard failure(s):\n  - 0/0: x.size()[0] == 3",
            "fail_user_frame_filename": "/program/program.py",
            "fail_user_frame_lineno": 5, "restart_reasons": ["one"],
        },
        **IDS, "frame_compile_id": 4,
    },
    {"compiled_autograd_graph": {}, "compiled_autograd_id": 0},
    {"dynamo_start": {"stack": STACK}, "compiled_autograd_id": 0, **IDS},
    {"added_in_a_later_release": {"what": [1, {"deep": None}]}, "rank": 0, **IDS},
)  # fmt: skip
MAPPINGS = (
    ("inductor_provenance_tracking_node_mappings", {"cppCodeToPost": {"k": ["mul"]}}),
    ("inductor_provenance_tracking_kernel_stack_traces", {"k": ['File "a.py"']}),
)

ODD = (
    None, True, False, 0, -1, 3, 10**18, 10**400, 0.5, float("nan"), float("inf"),
    -1e308, "", "x", "../../x", "/dev/zero", "\ud800", "a\nb\0c\x1b[2J", "0/0", "7",
    "x" * 5000, [], {}, [[]], [1, None, "x", {}], {"a": 1}, {"": []}, [{}],
    [{"line": []}], [{"filename": {}}], {"name": []}, {"name": {"name": "x"}},
)  # fmt: skip


class Entry(NamedTuple):
    """A record: what stands before the metadata, these, and the lines of the body."""

    head: str
    metadata: object
    body: tuple[str, ...]


def recorded_entries() -> list[Entry]:
    """Return the records of the recorded log, and those that it has none of."""
    found: list[Entry] = []
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        if line.startswith("\t"):
            found[-1] = found[-1]._replace(body=(*found[-1].body, line[1:]))
        else:
            head, _, metadata = line.partition("] ")
            found.append(Entry(f"{head}] ", json.loads(metadata), ()))
    found += [Entry(HEAD, metadata, ()) for metadata in OTHERS]
    for name, body in MAPPINGS:
        metadata = {"artifact": {"name": name, "encoding": "json"}, **IDS}
        found.append(Entry(HEAD, metadata, (json.dumps(body),)))
    return found


def text_of(entries: list[Entry]) -> bytes:
    """Return the log that has these records."""
    lines = []
    for one in entries:
        metadata = one.metadata
        text = metadata if isinstance(metadata, str) else json.dumps(metadata)
        lines += [one.head + text, *("\t" + line for line in one.body)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")


# --- changes of records ---------------------------------------------------------------


def _paths(value: object, above: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Return the path to each value in a value, its own included."""
    found = [above]
    pairs: list[tuple[object, object]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    for key, inner in pairs:
        found += _paths(inner, (*above, key))
    return found


def _replaced(value: object, path: tuple[object, ...], new: object) -> object:
    """Return the value with another one at a path; `...` takes it away."""
    if not path:
        return {} if new is ... else new
    first, rest = path[0], path[1:]
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    if not rest and new is ...:
        del copy[first]
    else:
        copy[first] = _replaced(copy[first], rest, new)
    return copy


def _some(entries: list[Entry], chance: random.Random) -> int:
    """Return a position: each kind of record is as likely as the others."""
    kinds: dict[str, list[int]] = {}
    for position, one in enumerate(entries):
        kinds.setdefault(_kind(one), []).append(position)
    return chance.choice(kinds[chance.choice(list(kinds))])


def _kind(one: Entry) -> str:
    metadata = one.metadata
    if not isinstance(metadata, dict):
        return "none"
    first = next(iter(metadata), "")
    about = metadata.get(first)
    name = about.get("name") if first == "artifact" and isinstance(about, dict) else ""
    return f"{first}:{name}"


def _in_metadata(entries: list[Entry], chance: random.Random, new: object) -> None:
    at = _some(entries, chance)
    metadata = entries[at].metadata
    path = chance.choice(_paths(metadata))
    entries[at] = entries[at]._replace(metadata=_replaced(metadata, path, new))


def wrong_type(entries: list[Entry], chance: random.Random) -> None:
    """Put another value at a place of the metadata."""
    _in_metadata(entries, chance, chance.choice(ODD))


def missing(entries: list[Entry], chance: random.Random) -> None:
    """Take a field of the metadata away."""
    _in_metadata(entries, chance, ...)


def odd_id(entries: list[Entry], chance: random.Random) -> None:
    """Change what says which compilation a record is about."""
    at = _some(entries, chance)
    metadata = entries[at].metadata
    name = chance.choice(
        ["frame_id", "frame_compile_id", "attempt", "rank", "compiled_autograd_id"]
    )
    if isinstance(metadata, dict):
        changed = {**metadata, name: chance.choice(ODD)}
        entries[at] = entries[at]._replace(metadata=changed)


def odd_file(entries: list[Entry], chance: random.Random) -> None:
    """Add a name of a file that is none."""
    new = [chance.choice(ODD), chance.choice([*ODD, *range(9)])]
    entries.insert(0, Entry(HEAD, {"str": new[: chance.choice([1, 2, 2, 2])]}, ()))


def odd_body(entries: list[Entry], chance: random.Random) -> None:
    """Change the body of a record that has one."""
    at = _some([one for one in entries if one.body] or entries, chance)
    with_body = [position for position, one in enumerate(entries) if one.body]
    at = with_body[at] if with_body else at
    body = "\n".join(entries[at].body)
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        lines = list(entries[at].body) or [""]
        line = chance.randrange(len(lines))
        cut = chance.randrange(len(lines[line]) + 1)
        odd = chance.choice(ODD)
        lines[line] = lines[line][:cut] + (odd if isinstance(odd, str) else repr(odd))
        changed: tuple[str, ...] = tuple("\n".join(lines).splitlines())
    else:
        value = chance.choice([*ODD, ...])
        changed = (json.dumps(_replaced(found, chance.choice(_paths(found)), value)),)
    entries[at] = entries[at]._replace(body=changed)


def other_body(entries: list[Entry], chance: random.Random) -> None:
    """Give a record the body of another one, or none."""
    at = _some(entries, chance)
    body = chance.choice([(), chance.choice(entries).body])
    entries[at] = entries[at]._replace(body=body)


def doubled(entries: list[Entry], chance: random.Random) -> None:
    """Say a record, or all of them, twice."""
    at = _some(entries, chance)
    again = chance.choice([entries[at : at + 1], entries[at : at + 9], entries])
    entries[at:at] = list(again)


def dropped(entries: list[Entry], chance: random.Random) -> None:
    """Take records away."""
    at = _some(entries, chance)
    del entries[at : at + chance.choice([1, 5, 30])]


def reordered(entries: list[Entry], chance: random.Random) -> None:
    """Put the records in another order."""
    if chance.random() < 0.5:
        chance.shuffle(entries)
    else:
        entries.reverse()


def deep(entries: list[Entry], chance: random.Random) -> None:
    """Put lists in lists: into the metadata or the body."""
    at = _some(entries, chance)
    depth = chance.choice([90, 2_000, DEEP])
    begin, end = chance.choice([("[", "]"), ('{"a":', "}")])
    text = begin * depth + "1" + end * depth
    metadata = f'{{"artifact": {{"name": "x", "deep": {text}}}, "frame_id": 0}}'
    if chance.random() < 0.5:
        entries[at] = entries[at]._replace(metadata=metadata)
    else:
        entries[at] = entries[at]._replace(body=(text,))


def huge(entries: list[Entry], chance: random.Random) -> None:
    """Make a body long: many lines, or one."""
    at = _some(entries, chance)
    body = entries[at].body or ("x",)
    if chance.random() < 0.5:
        # A line may be long already: to make the log must not take gigabytes.
        most = _LARGE // max(sum(map(len, body)), 1)
        body = body * min(20_000 // len(body), most)
    else:
        body = (*body[:-1], body[-1] + " y = x" * 50_000)
    entries[at] = entries[at]._replace(body=body)


def no_head(entries: list[Entry], chance: random.Random) -> None:
    """Damage what stands before the metadata."""
    at = _some(entries, chance)
    heads = ["", "V", "V0000 ", "\r", "V1127 14:24:00 4711 no end ", HEAD * 2, "\t"]
    entries[at] = entries[at]._replace(head=chance.choice(heads))


ON_RECORDS = (
    wrong_type, wrong_type, wrong_type, missing, odd_id, odd_file, odd_body, odd_body,
    other_body, doubled, dropped, reordered, deep, huge, no_head,
)  # fmt: skip


# --- changes of bytes -----------------------------------------------------------------


def flipped(data: bytearray, chance: random.Random) -> None:
    """Change single bytes."""
    for _ in range(chance.choice([1, 20, 300])):
        data[chance.randrange(len(data))] = chance.randrange(256)


def truncated(data: bytearray, chance: random.Random) -> None:
    """End in the middle."""
    del data[chance.randrange(len(data)) :]


def cut(data: bytearray, chance: random.Random) -> None:
    """Take bytes out of the middle."""
    at = chance.randrange(len(data))
    del data[at : at + chance.choice([1, 50, 5_000])]


def filled(data: bytearray, chance: random.Random) -> None:
    """Put bytes in: none of text, ends of lines, one endless line."""
    at = chance.randrange(len(data))
    piece = chance.choice(
        [b"\0" * 999, b"\n" * 99, b"\r", b"\xff\xfe", b"\x85", b"[" * 99]
    )
    data[at:at] = piece * chance.choice([1, 100])


ON_BYTES = (flipped, flipped, truncated, cut, filled)


def _part(entries: list[Entry], chance: random.Random) -> list[Entry]:
    """Return all records, or more often some of them: these are reported sooner."""
    if chance.random() < 0.1:
        return list(entries)
    names = [one for one in entries if _kind(one).startswith("str:")]
    begin = chance.randrange(len(entries))
    return [*names, *entries[begin : begin + 30]]


def mutated(entries: list[Entry], seed: int) -> tuple[bytes, list[str]]:
    """Return a changed log, and the names of the changes.

    Args:
        entries: of the log.
        seed: what chooses the changes.
    """
    chance = random.Random(seed)
    mine, names = _part(entries, chance), []
    changes = [chance.choice(ON_RECORDS) for _ in range(chance.choice([0, 1, 1, 2, 5]))]
    for change in changes:
        size = sum(len(line) for one in mine for line in one.body)
        if mine and size < _LARGE:
            change(mine, chance)
            names.append(change.__name__)
    data = bytearray(text_of(mine))
    if not changes or chance.random() < 0.15:
        damage = chance.choice(ON_BYTES)
        if data:
            damage(data, chance)
            names.append(damage.__name__)
    return bytes(data), names
