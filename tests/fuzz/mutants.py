"""Code objects with one thing changed: opcode, operand, target, range or constant.

Unlike `decompiler.validate.mutations` these may be anything: code that no
compiler writes, and code that breaks the interpreter.
"""

from __future__ import annotations

import dis
import types
from typing import TYPE_CHECKING, Iterator

from depyf.decompiler.bytecode.exception_table import (
    parse_exception_table,
)
from tests.decompiler.bytecode.exception_tables import write_exception_table

if TYPE_CHECKING:
    import random

_CACHES = getattr(dis, "_inline_cache_entries", {})
# The last two trust that what they take is what only the compiler puts there.
_SKIPPED = {
    "CACHE", "EXTENDED_ARG", "RESUME", "RESERVED", "BUILD_TEMPLATE",
    "BUILD_INTERPOLATION",
}  # fmt: skip
_JUMPS = {*dis.hasjrel, *dis.hasjabs}
# Reading an unbound local without a check, or a local that then is stored again while
# its value is borrowed, breaks the interpreter's own rules; only compilers write them.
_UNCHECKED = ("LOAD_FAST_BORROW", "LOAD_FAST_LOAD_FAST", "STORE_FAST_LOAD_FAST")
_CHECKED = dis.opmap.get("LOAD_FAST_CHECK")
_OPCODES = {
    name: code
    for name, code in dis.opmap.items()
    if code < 256
    and name not in _SKIPPED
    and not name.startswith(("INSTRUMENTED_", "<", "ENTER_EXECUTOR", *_UNCHECKED))
    and (name != "LOAD_FAST" or _CHECKED is None)
}
_WITH_ARGUMENT = getattr(dis, "hasarg", None)


def _caches(name: str) -> int:
    if hasattr(_CACHES, "get"):  # by name from 3.13 on
        return _CACHES.get(name, 0)
    return _CACHES[dis.opmap[name]] if dis.opmap[name] < len(_CACHES) else 0


def _has_argument(opcode: int) -> bool:
    if _WITH_ARGUMENT is not None:
        return opcode in _WITH_ARGUMENT
    return opcode >= dis.HAVE_ARGUMENT


def _effect(opcode: int, argument: int) -> int | None:
    try:
        return dis.stack_effect(opcode, argument if _has_argument(opcode) else None)
    except ValueError:
        return None


def _operands(code: types.CodeType, item: dis.Instruction) -> Iterator[bytes]:
    at = item.offset + 1
    for step in (-2, -1, 1, 2, 16):
        raw = bytearray(code.co_code)
        if 0 <= raw[at] + step < 256:
            raw[at] += step
            if item.opname in ("LOAD_FAST", "LOAD_FAST_BORROW") and _CHECKED:
                raw[item.offset] = _CHECKED
            # An index behind the end of its table reads memory of others.
            if _instruction_at(code, raw, item.offset):
                yield bytes(raw)


def _opcodes(
    code: types.CodeType, item: dis.Instruction, chooser: random.Random
) -> Iterator[bytes]:
    """Other operations with the same effect on the stack, the same size and kind."""
    argument = item.arg or 0
    effect, caches = _effect(item.opcode, argument), _caches(item.opname)
    found = [
        other
        for name, other in _OPCODES.items()
        if other != item.opcode
        and (other in _JUMPS) == (item.opcode in _JUMPS)
        and _has_argument(other) == _has_argument(item.opcode)
        and _caches(name) == caches
        and effect is not None
        and _effect(other, argument) == effect
    ]
    for other in chooser.sample(found, min(3, len(found))):
        raw = bytearray(code.co_code)
        raw[item.offset] = other
        yield bytes(raw)


def _targets(
    code: types.CodeType,
    item: dis.Instruction,
    offsets: list[int],
    chooser: random.Random,
) -> Iterator[bytes]:
    """The jump leads to the start of some other instruction."""
    old, unit = item.argval, code.co_code[item.offset + 1]
    for target in chooser.sample(offsets, min(4, len(offsets))):
        for scale in (1, 2):
            for sign in (1, -1):
                argument = unit + sign * (target - old) // scale
                if not 0 <= argument < 256 or target == old:
                    continue
                raw = bytearray(code.co_code)
                raw[item.offset + 1] = argument
                changed = _instruction_at(code, raw, item.offset)
                moved = 0 if item.opcode in dis.hasjabs else _start(raw, item.offset)
                if changed is not None and changed.argval + moved == target:
                    yield bytes(raw)


def _instruction_at(
    code: types.CodeType, raw: bytes | bytearray, offset: int
) -> dis.Instruction | None:
    """The instruction alone, as if the code began with it."""
    start = _start(raw, offset)
    # CPython writes the inline caches, whether there is room for them or not.
    alone = bytes(raw[start : offset + 2]) + bytes([dis.opmap["NOP"], 0]) * 16
    try:
        found = dis.get_instructions(code.replace(co_code=alone))
        return next(i for i in found if i.opcode != dis.EXTENDED_ARG)
    except (IndexError, KeyError, StopIteration, ValueError):
        return None


def _start(raw: bytes | bytearray, offset: int) -> int:
    """Where the prefixes of an instruction begin."""
    while offset >= 2 and raw[offset - 2] == dis.EXTENDED_ARG:
        offset -= 2
    return offset


def _constants(code: types.CodeType) -> Iterator[types.CodeType]:
    for index, const in enumerate(code.co_consts):
        others: tuple[object, ...] = ()
        if isinstance(const, bool):
            others = (not const,)
        elif isinstance(const, (int, float)):
            others = (const + 1,)
        elif isinstance(const, (str, bytes)):
            others = (const + const[:1] or "q",)
        elif const is None or isinstance(const, tuple):
            others = (0, (const,))
        for other in others:
            consts = list(code.co_consts)
            consts[index] = other
            yield code.replace(co_consts=tuple(consts))
    for index, name in enumerate(code.co_names):
        names = list(code.co_names)
        names[index] = name + "_"
        yield code.replace(co_names=tuple(names))


def _ranges(
    code: types.CodeType, offsets: list[int], chooser: random.Random
) -> Iterator[types.CodeType]:
    table = parse_exception_table(getattr(code, "co_exceptiontable", b""))
    for index, entry in enumerate(table):
        some = chooser.sample(offsets, min(3, len(offsets)))
        changes = [entry._replace(start=at) for at in some if at < entry.end]
        changes += [entry._replace(end=at) for at in some if at > entry.start]
        changes += [entry._replace(target=at) for at in some[:1]]
        changes += [entry._replace(target=other.target) for other in table]
        changes += [entry._replace(lasti=not entry.lasti)]
        changes += [entry._replace(depth=max(entry.depth + by, 0)) for by in (-1, 1)]
        for changed in (*changes, None):
            if changed == entry:
                continue
            rest = [] if changed is None else [changed]
            # CPython looks for the first entry that ends behind the instruction.
            found = sorted([*table[:index], *rest, *table[index + 1 :]])
            yield code.replace(co_exceptiontable=write_exception_table(found))


def changed_codes(
    code: types.CodeType, chooser: random.Random
) -> Iterator[tuple[str, types.CodeType]]:
    """Yields (what, code) with one thing changed in ``code`` itself."""
    for what, raw in _changed_instructions(code, chooser):
        try:
            yield what, code.replace(co_code=raw)
        except ValueError:
            continue  # CPython looks at some of the operands here
    for changed in _constants(code):
        yield "constant", changed
    offsets = [item.offset for item in dis.get_instructions(code)]
    for changed in _ranges(code, offsets, chooser):
        yield "range", changed


def _changed_instructions(
    code: types.CodeType, chooser: random.Random
) -> Iterator[tuple[str, bytes]]:
    items = [i for i in dis.get_instructions(code) if i.opname not in _SKIPPED]
    offsets = [item.offset for item in items]
    for item in items:
        where = f"{item.opname} {item.offset}"
        if item.opcode in _JUMPS:
            for raw in _targets(code, item, offsets, chooser):
                yield f"target of {where}", raw
        elif item.arg is not None and not item.opname.startswith(_UNCHECKED[1:]):
            for raw in _operands(code, item):
                yield f"operand of {where}", raw
        for raw in _opcodes(code, item, chooser):
            yield f"opcode of {where}", raw


def mutants(
    code: types.CodeType, chooser: random.Random
) -> Iterator[tuple[str, types.CodeType]]:
    """Yields the changed codes of ``code`` and of all code nested in it."""
    yield from changed_codes(code, chooser)
    for index, const in enumerate(code.co_consts):
        if isinstance(const, types.CodeType):
            for what, changed in mutants(const, chooser):
                consts = list(code.co_consts)
                consts[index] = changed
                yield (
                    f"{const.co_name}: {what}",
                    code.replace(co_consts=tuple(consts)),
                )
