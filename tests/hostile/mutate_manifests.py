"""Runs in directories with a mutated manifest, and what came of each.

    python -m tests.hostile.mutate_manifests --count 5000 [--first 0] [--out FILE.json]

Files of the user's lie in the directory, beside it, and under names of depyf's.  The
manifest lists them with their true digests.  A run must end soon, without an error, and
leave the content of each of these files somewhere below the directory it was in.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.journal import Journal, read_journal
from depyf.capture.manifest import MANIFEST, fingerprint
from depyf.model.events import Note
from depyf.model.file_names import JOURNAL

from .measure_traces import SECONDS, bound, summary
from .mutate_journals import _place_of
from .trace_mutations import ODD, _paths, _replaced

DEAD = (1 << 31) - 1  # no system has a process of this number
DEEP = 200_000
#: Files that depyf did not write; those above lie beside the directory.
MINE = (
    "mine.txt", "conftest.py", "sub/mine.py", "index.md", "index.html", "flow.svg",
    "summary.json", "journal.jsonl", "cure.patch", "cure.json", "pid_1/index.md",
    "rank_1/journal.jsonl", "flow_for_f_0.mmd", "../outside.txt", "../index.md",
    "a" * 200, "index.md\x1b[2J", "manifest.json.before-depyf",
)  # fmt: skip
#: Files that depyf did write, of the run before.
OURS = ("full_code_for_f_0.py", "__transformed_code_0_for_f.py", "depyf_failures.txt")
WRITTEN = ("index.md", "flow.svg", "summary.json", "__transformed_code_1_for_f.py")
NAMES = (
    *MINE, *OURS, "", ".", "..", "/etc/passwd", "../../x", "sub", "sub/../mine.txt",
    "a/../../outside.txt", "rank_1", "\0", "\ud800", "x" * 5_000, "pid_1/" * 500 + "a",
    "C:\\x", "\\\\host\\x", "link/mine.txt", "link/index.md", "pid_2/index.md",
)  # fmt: skip


def content_of(name: str) -> bytes:
    """Return what stands in a file of the user's: each its own."""
    return f"mine: {name!r}".encode()


def prepared(folder: Path) -> dict[str, object]:
    """Write the files of a run, and of a user; return the manifest of both."""
    listed: dict[str, object] = {}
    for name in MINE:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content_of(name))
        listed[name] = fingerprint(content_of(name))
    for name in OURS:
        (folder / name).write_bytes(b"ours")
        listed[name] = fingerprint(b"ours")
    (folder / "link").symlink_to("..")
    (folder / "pid_2").symlink_to("..")
    return {
        "format": 1,
        "made_by": "depyf",
        "process": DEAD,
        "writing": False,
        "files": listed,
    }


# --- changes: each takes a manifest and returns another one ---------------------------


def _named(manifest: dict, chance: random.Random) -> object:
    name, other = chance.choice(NAMES), chance.choice(MINE)
    known = {**fingerprint(content_of(other)), **chance.choice(({}, {"grows": True}))}
    return {**manifest, "files": {**manifest["files"], name: known}}


def _grows(manifest: dict, chance: random.Random) -> object:
    return {**manifest, "files": {name: {"grows": True} for name in NAMES}}


def _process(manifest: dict, chance: random.Random) -> object:
    number = chance.choice((*ODD, os.getpid(), os.getppid(), 1, -1, 1 << 31, 1 << 64))
    return {**manifest, "process": number, "writing": chance.random() < 0.8}


def _odd(manifest: dict, chance: random.Random) -> object:
    return _replaced(manifest, chance.choice(_paths(manifest)), chance.choice(ODD))


def _missing(manifest: dict, chance: random.Random) -> object:
    return _replaced(manifest, chance.choice(_paths(manifest)), ...)


def _other_maker(manifest: dict, chance: random.Random) -> object:
    return {**manifest, "made_by": chance.choice(ODD)}


def _older(manifest: dict, chance: random.Random) -> object:
    return {"process": chance.choice((DEAD, 1, None)), "writing": True}


CHANGES = (_named, _named, _grows, _process, _odd, _odd, _missing, _other_maker, _older)


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _torn(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _deep(data: bytes, chance: random.Random) -> bytes:
    opening = chance.choice((b"[", b'{"a":'))
    return data.rstrip()[:-1] + b', "more": ' + opening * DEEP


def _long(data: bytes, chance: random.Random) -> bytes:
    number = chance.choice((b"9" * 5_000, b"NaN", b"1e999", b"-Infinity"))
    return data.rstrip()[:-1] + b', "more": ' + number + b"}"


ON_BYTES = (_flipped, _torn, _deep, _long)


def mutated(manifest: dict[str, object], seed: int) -> tuple[bytes, list[str]]:
    """Return a changed manifest, and what was changed."""
    chance = random.Random(seed)
    names: list[str] = []
    found: object = manifest
    for _ in range(chance.randint(1, 3)):
        change = chance.choice(CHANGES)
        if isinstance(found, dict) and isinstance(found.get("files"), dict):
            found = change(found, chance)
            names.append(change.__name__.strip("_"))
    data = json.dumps(found).encode("utf-8", "surrogatepass")
    if chance.random() < 0.4:
        damage = chance.choice(ON_BYTES)
        data = damage(data, chance)
        names.append(damage.__name__.strip("_"))
    return data, names


# --- a run, and what is left after it -------------------------------------------------


def _run(folder: Path) -> DumpDirectory:
    directory = DumpDirectory(folder)
    directory.open()
    journal = Journal(directory)
    journal.record(Note(None, text="first"))
    for name in WRITTEN:
        directory.write(name, "new")
    journal.record(Note(None, text="second"))
    directory.close()
    return directory


def _wrong(top: Path, directory: DumpDirectory) -> str:
    """Return what is wrong after a run, empty where nothing is."""
    left = {
        hashlib.sha256(path.read_bytes()).digest()
        for path in top.rglob("*")
        if path.is_file()
    }
    for name in MINE:
        if hashlib.sha256(content_of(name)).digest() not in left:
            return f"a file of the user's is gone: {name[:40]!r}"
    for name in ("outside.txt", "index.md"):
        if (top / name).read_bytes() != content_of(f"../{name}"):
            return f"a file beside the directory is another: {name!r}"
    texts = [getattr(one, "text", "") for one in read_journal(directory.path / JOURNAL)]
    if texts != ["first", "second"]:
        return f"the journal holds {texts}"
    if any(path.name.startswith(".depyf") for path in top.rglob("*")):
        return "a temporary file is left"
    listed = json.loads((directory.path / MANIFEST).read_bytes())["files"]
    return "" if set(WRITTEN) <= set(listed) else f"the manifest lists {sorted(listed)}"


def outcome(seed: int, top: Path) -> dict[str, object]:
    """Run with one mutated manifest in this process and say what came of it."""
    folder = top / "dump"
    folder.mkdir()
    data, changes = mutated(prepared(folder), seed)
    (folder / MANIFEST).write_bytes(data)
    result: dict[str, object] = {"seed": seed, "changes": changes, "bytes": len(data)}
    begin = time.process_time()
    try:
        wrong = _wrong(top, _run(folder))
    except Exception as error:
        wrong = _place_of(error)
    if wrong:
        result["failed"] = wrong
    result["seconds"] = round(time.process_time() - begin, 3)
    result["kib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return result


def in_child(seed: int) -> dict[str, object]:
    """Run with one mutated manifest in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        top, answer = Path(name, "top"), Path(name, "result.json")
        top.mkdir()
        child = os.fork()
        if child == 0:
            bound()
            answer.write_text(json.dumps(outcome(seed, top)), encoding="utf-8")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if answer.exists():
            return json.loads(answer.read_text(encoding="utf-8"))
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        return {
            "seed": seed,
            "failed": f"ended by signal {number}",
            "seconds": SECONDS,
        }


def run() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out")
    options = parser.parse_args()
    every = []
    for seed in range(options.first, options.first + options.count):
        every.append(in_child(seed))
        if "failed" in every[-1]:
            print(json.dumps(every[-1]), file=sys.stderr, flush=True)
    text = json.dumps(summary(every), indent=1)
    print(text)
    if options.out:
        Path(options.out).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    run()
