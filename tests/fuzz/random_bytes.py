"""Code objects of random bytes: decompiling them crashes nothing and fails in one way.

``python -m tests.fuzz.random_bytes COUNT [FIRST_SEED]`` decompiles COUNT of them in
this process and prints one JSON object; who calls it sees from the exit code whether
the interpreter survived.
"""

from __future__ import annotations

import dis
import json
import platform
import random
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Iterator

from depyf.decompiler import DecompilationError, decompile_code
from tests.fuzz.programs import program
from tests.fuzz.random_programs import compiled, subject_of

if TYPE_CHECKING:
    import types

#: Seconds that no decompilation may take.
PATIENCE = 10
# Making a code object with one of these is what crashes CPython 3.12 and later, before
# depyf sees it: they stand for something that is kept beside the code.
_OWN = ("INSTRUMENTED_", "ENTER_EXECUTOR", "<25", "<24", "<23")
_UNSAFE = {
    code
    for code, name in enumerate(dis.opname)
    if sys.version_info >= (3, 12) and name.startswith(_OWN)
}
_OPCODES = [code for code in dis.opmap.values() if code < 256]


def _made(chooser: random.Random, code: types.CodeType) -> bytes:
    """What CPython can make a code object of."""
    raw = bytearray(_bytes(chooser, code))
    for at in range(0, len(raw), 2):
        if raw[at] in _UNSAFE:
            raw[at] = dis.opmap["NOP"]
    # CPython writes the inline caches of the last instruction, whether there is room
    # for them or not.
    return bytes(raw) + bytes([dis.opmap["NOP"], 0]) * 16


def _bytes(chooser: random.Random, code: types.CodeType) -> bytes:
    """Random bytes, random opcodes, or the code with a few bytes changed."""
    kind = chooser.random()
    size = 2 * chooser.randrange(1, 60)
    if kind < 0.3:
        return bytes(chooser.randrange(256) for _ in range(size))
    if kind < 0.6:
        small = (chooser.randrange(6) for _ in range(size))
        return bytes(
            chooser.choice(_OPCODES) if at % 2 == 0 else argument
            for at, argument in enumerate(small)
        )
    raw = bytearray(code.co_code)
    for _ in range(chooser.choice((1, 2, 5))):
        raw[chooser.randrange(len(raw))] = chooser.randrange(256)
    return bytes(raw[: 2 * chooser.randrange(1, len(raw))] if kind > 0.9 else raw)


def damaged_codes(seed: int) -> Iterator[types.CodeType]:
    """Some code objects for one seed; what CPython itself refuses is left out."""
    chooser = random.Random(seed)
    try:
        code = subject_of(compiled(program(seed)))
    except SyntaxError:
        return
    for _ in range(10):
        changes: dict[str, object] = {"co_code": _made(chooser, code)}
        if hasattr(code, "co_exceptiontable") and chooser.random() < 0.3:
            size = chooser.randrange(20)
            table = bytes(chooser.randrange(256) for _ in range(size))
            changes["co_exceptiontable"] = table
        try:
            yield code.replace(**changes)
        except ValueError:
            continue


def run(count: int, first: int = 0) -> dict[str, object]:
    """Decompiles ``count`` damaged codes; errors are named by their type."""
    qualities: Counter[str] = Counter()
    errors: list[str] = []
    slow: list[int] = []
    seed = first
    while sum(qualities.values()) + len(errors) < count:
        for code in damaged_codes(seed):
            started = time.process_time()
            try:
                qualities[decompile_code(code).quality.value] += 1
            except DecompilationError:
                qualities["damaged"] += 1
            except Exception as error:
                errors.append(f"{seed}: {type(error).__name__}: {error}")
            if time.process_time() - started > PATIENCE:
                slow.append(seed)
        seed += 1
    return {"qualities": qualities, "errors": errors, "slow": slow, "next": seed}


def main() -> None:
    """The command."""
    found = run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(json.dumps({"python": platform.python_version(), **found}))
    sys.exit(bool(found["errors"] or found["slow"]))


if __name__ == "__main__":
    main()
