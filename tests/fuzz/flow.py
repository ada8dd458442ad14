"""Control flow that no compiler makes: jumps into the middle, values on the stack.

``python -m tests.fuzz.flow COUNT [FIRST_SEED]``. Takes random programs, keeps values
on the stack through the whole of some (below all that loops, `with` and `try` keep
there, until the return takes them), and leads jumps to other places: into loops,
`with` and `try` statements, handlers, and out of them. Where the stack of the new
place is higher, the jump puts values there; where it is lower, it drops some; to 3.10
it opens and ends blocks, too. What was decompiled and compiled again has to do what
the original does.
"""

from __future__ import annotations

import collections
import dis
import json
import platform
import random
import sys
import types
from dataclasses import dataclass, field
from typing import Counter

from depyf.decompiler import compile_decompiled, decompile_code
from tests.fuzz.assembler import VERSION, Assembly, Item, Range
from tests.fuzz.depths import Frame, Inconsistent, frames
from tests.fuzz.programs import program
from tests.fuzz.random_programs import compiled, quietly, same_behaviour, subject_of
from tests.validate.judge import Judge

#: Seconds after which code is said to hang.
PATIENCE = 1
#: Values that a jump may have to put on the stack or drop.
_FURTHEST = 6
_JUMPS = ("POP_JUMP", "JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD")
_PLAIN = ("JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD")
# Between these CPython expects nothing else.
_PAIRED = ("PRECALL", "KW_NAMES", "SEND", "GET_AWAITABLE", "YIELD_VALUE")
_STARTS = ("RESUME", "GEN_START", "RETURN_GENERATOR", "MAKE_CELL", "COPY_FREE_VARS")


def _is_movable(item: Item) -> bool:
    return item.opname.startswith(_JUMPS) and "NO_INTERRUPT" not in item.opname


class Scrambler:
    """Changes the control flow of one function."""

    def __init__(self, code: types.CodeType, chooser: random.Random) -> None:
        self.random = chooser
        self.assembly = Assembly.of(code)
        self.first = self._first()
        self.more_stack = 0

    def _first(self) -> int:
        """The first instruction that is not part of the function's start."""
        starts = [
            number
            for number, item in enumerate(self.assembly.items[:12])
            if item.opname in _STARTS
        ]
        first = max(starts, default=-1) + 1
        items = self.assembly.items
        if items[first - 1 : first] and items[first - 1].opname == "RETURN_GENERATOR":
            first += 1  # POP_TOP of what was sent
        return first

    def scrambled(self) -> types.CodeType | None:
        """The changed function; None if nothing came of it.

        Raises:
            Inconsistent: the stack does not fit somewhere.
        """
        kept = self.random.choice((0, 0, 1, 2))
        if kept:
            self._keep_values(kept)
        wanted = self.random.choice((1, 1, 2, 3)) if self.random.random() < 0.9 else 0
        moved = sum(self._move_a_jump() for _ in range(wanted))
        if not kept and not moved:
            return None
        frames(self.assembly)
        return self.assembly.assembled(self.more_stack + 4)

    def _keep_values(self, count: int) -> None:
        """Puts values under everything, that the returns take with them."""
        items = self.assembly.items
        loads = [self._load() for _ in range(count)]
        items[self.first : self.first] = loads
        self.first += count
        self.more_stack += count
        for each in self.assembly.ranges:
            if items.index(each.start) >= self.first:
                each.depth += count
            elif self.assembly.index(each.target) >= self.first:
                # The handler around a generator knows nothing of them.
                after = items[self.first]
                self.assembly.ranges.append(
                    Range(after, each.end, each.target, each.depth, each.lasti)
                )
                each.end = items[self.first]
        number = 0
        while number < len(items):
            item = items[number]
            if item.opname == "RETURN_VALUE":
                packed = Item("BUILD_TUPLE", count + 1)
                self._insert_before(item, packed)
                number += 1
            elif item.opname == "RETURN_CONST":
                item.opname = "LOAD_CONST"
                packed = Item("BUILD_TUPLE", count + 1)
                items[number + 1 : number + 1] = [packed, Item("RETURN_VALUE")]
                number += 2
            number += 1

    def _insert_before(self, item: Item, new: Item) -> None:
        """Jumps and ranges that meant ``item`` mean ``new``."""
        for other in self.assembly.items:
            if other.target is item:
                other.target = new
        for each in self.assembly.ranges:
            each.start = new if each.start is item else each.start
            each.end = new if each.end is item else each.end
            each.target = new if each.target is item else each.target
        self.assembly.items.insert(self.assembly.index(item), new)

    def _load(self) -> Item:
        """Loads a parameter, wherever it is kept."""
        name = self.random.choice(self.assembly.code.co_varnames[:3])
        if name in self.assembly.code.co_cellvars:
            return Item("LOAD_DEREF", self._cell_number(name))
        return Item("LOAD_FAST", self.assembly.code.co_varnames.index(name))

    def _cell_number(self, name: str) -> int:
        code = self.assembly.code
        if VERSION >= (3, 11):
            return code.co_varnames.index(name)
        return code.co_cellvars.index(name)

    def _move_a_jump(self) -> bool:
        """Leads one jump elsewhere; False if the place found does not do."""
        items = self.assembly.items
        known = frames(self.assembly)
        jumps = [n for n, item in enumerate(items) if _is_movable(item) and n in known]
        targets = [
            number
            for number in known
            if number >= self.first
            and not items[number - 1].opname.startswith(_PAIRED)
        ]
        if not jumps or not targets:
            return False
        jump = items[self.random.choice(jumps)]
        target = self.random.choice(targets)
        effect = dis.stack_effect(
            jump.opcode, jump.arg if jump.opcode >= dis.HAVE_ARGUMENT else None, jump=True
        )
        at = known[self.assembly.index(jump)]
        way = self._way(Frame(at.depth + effect, at.blocks), known[target])
        if way is None:
            return False
        self.more_stack += sum(1 for item in way if item.opname.startswith("LOAD"))
        back = "JUMP_ABSOLUTE" if VERSION < (3, 11) else "JUMP_BACKWARD"
        way.append(Item(back, target=items[target]))
        jump.target = way[0]
        if jump.opname in _PLAIN:
            jump.opname = "JUMP_FORWARD"
        elif VERSION < (3, 12):
            jump.opname = jump.opname.replace("BACKWARD", "FORWARD")
        items.extend(way)
        return True

    def _way(self, here: Frame, there: Frame) -> list[Item] | None:
        """What makes the one stack of the other."""
        common = 0
        for one, other in zip(here.blocks, there.blocks):
            if one != other:
                break
            common += 1
        rest = here.blocks[common:], there.blocks[common:]
        if None in rest[0] or None in rest[1] or here.depth < 0:
            return None
        way: list[Item] = [Item("POP_BLOCK") for _ in rest[0]]
        depth = here.depth
        lowest = min([depth, there.depth, *(block[1] for block in rest[1])])
        if depth - lowest > _FURTHEST or there.depth - lowest > _FURTHEST:
            return None
        way += [Item("POP_TOP") for _ in range(depth - lowest)]
        depth = lowest
        handlers = {id(item): item for item in self.assembly.items}
        for handler, level in rest[1]:
            way += self._values(level - depth)
            depth = level
            way.append(Item("SETUP_FINALLY", target=handlers[handler]))
        return [*way, *self._values(there.depth - depth)]

    def _values(self, count: int) -> list[Item]:
        """Loads so many values; some are iterators, for loops."""
        made: list[Item] = []
        begin = next((i for i in self.assembly.items if i.opname == "GET_ITER"), None)
        effect = 0
        if begin is not None:
            has_argument = begin.opcode >= dis.HAVE_ARGUMENT
            argument = begin.arg if has_argument else None
            effect = dis.stack_effect(begin.opcode, argument)
        while count > 0:
            made.append(self._load())
            count -= 1
            if begin is not None and effect <= count and self.random.random() < 0.7:
                made.append(Item("GET_ITER", begin.arg))
                count -= effect
        return made


@dataclass
class Report:
    """What was found.

    Attributes:
        qualities: programs by the quality of their text.
        unknown: seeds of programs that crash, hang, or do not do the same twice.
        wrong: seeds of programs whose text behaves otherwise.
        listed: seeds of programs without a text.
    """

    qualities: Counter[str] = field(default_factory=collections.Counter)
    unknown: list[int] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)


def scrambled(seed: int) -> tuple[types.CodeType, types.CodeType] | None:
    """The module and its changed function; None where the seed gives none."""
    try:
        module = compiled(program(seed))
        made = Scrambler(subject_of(module), random.Random(seed)).scrambled()
    except (SyntaxError, Inconsistent, ValueError):
        return None
    return None if made is None else (module, made)


def check(judge: Judge, seed: int, report: Report) -> None:
    """Decompiles one program, if it is one, and compares."""
    found = scrambled(seed)
    if found is None:
        return
    module, subject = found
    original = _with(module, subject)
    if judge.behaviour(original) is None:
        report.unknown.append(seed)
        return
    shown = decompile_code(subject, temp_prefix="tmp_")
    report.qualities[shown.quality.value] += 1
    if shown.quality.value == "listing":
        report.listed.append(seed)
        return
    if shown.globals:
        return
    code = quietly(compile_decompiled, shown, subject)
    same = same_behaviour(judge, original, _with(module, code))
    if same is None:
        report.unknown.append(seed)
    elif not same:
        report.wrong.append(seed)


def _with(module: types.CodeType, subject: types.CodeType) -> types.CodeType:
    consts = tuple(
        subject if isinstance(const, types.CodeType) else const
        for const in module.co_consts
    )
    return module.replace(co_consts=consts)


def run(count: int, first: int = 0) -> tuple[Report, int]:
    """Checks programs until there were ``count``; gives the next seed, too."""
    report, judge, seed = Report(), Judge(PATIENCE), first
    try:
        while sum(report.qualities.values()) < count:
            check(judge, seed, report)
            seed += 1
    finally:
        judge.close()
    return report, seed


def main() -> None:
    """The command."""
    count = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    report, following = run(count, first)
    head = {"python": platform.python_version(), "programs": count, "next": following}
    print(json.dumps({**head, **vars(report)}))
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
