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
import json
import platform
import random
import sys
import types
from dataclasses import dataclass, field
from typing import Counter, Sequence

from depyf.decompiler import compile_decompiled, decompile_code
from tests.decompiler.validate.judge import Judge
from tests.fuzz.assembler import VERSION, Assembly, Item, Range
from tests.fuzz.depths import (
    CALLABLE,
    ITERATOR,
    STATE,
    Frame,
    InconsistentError,
    Kind,
    effect,
    frames,
)
from tests.fuzz.programs import program
from tests.fuzz.random_programs import compiled, quietly, same_behaviour, subject_of

#: Seconds after which code is said to hang.
PATIENCE = 1
#: Values that a jump may have to put on the stack or drop.
_FURTHEST = 6
_JUMPS = ("POP_JUMP", "JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD")
_PLAIN = ("JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD")
#: Begins the handler around a whole generator (3.12+).
_AROUND = "CALL_INTRINSIC_1"
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
            InconsistentError: the stack does not fit somewhere.
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
            # The handler around a whole generator knows nothing of them.
            if each.target.opname != _AROUND:
                each.depth += count
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
            if items[number].starts_line
            and number >= self.first
            and all(kind[0] != CALLABLE for kind in known[number].stack)
        ]
        if not jumps or not targets:
            return False
        source = self.random.choice(jumps)
        jump, target = items[source], self.random.choice(targets)
        at = known[source]
        here = at.stack[: len(at.stack) + effect(jump, jump=True)]
        way = self._way(Frame(here, at.blocks), known[target])
        if way is None:
            return False
        self.more_stack += sum(1 for item in way if item.opname.startswith("LOAD"))
        self._lead(jump, way, items[target])
        return True

    def _lead(self, jump: Item, way: list[Item], target: Item) -> None:
        """Leads the jump over ``way`` to its target."""
        items = self.assembly.items
        jump.target = way[0] if way else target
        if VERSION < (3, 11):
            # In front of all handlers: what sets them up has to.
            if jump.opname in _PLAIN:
                jump.opname = "JUMP_ABSOLUTE"
            over = Item("JUMP_ABSOLUTE", target=items[self.first])
            way.append(Item("JUMP_ABSOLUTE", target=target))
            items[self.first : self.first] = [over, *way]
            return
        way.append(Item("JUMP_BACKWARD", target=target))
        jump.target = way[0]
        if jump.opname in _PLAIN:
            jump.opname = "JUMP_FORWARD"
        elif VERSION < (3, 12):
            jump.opname = jump.opname.replace("BACKWARD", "FORWARD")
        items.extend(way)
        for each in self.assembly.ranges:
            each.end = way[0] if each.end is None else each.end
        around = [r.target for r in self.assembly.ranges if r.target.opname == _AROUND]
        if around:
            whole = Range(way[0], None, around[0], 0, lasti=True)
            self.assembly.ranges.append(whole)

    def _way(self, here: Frame, there: Frame) -> list[Item] | None:
        """What makes the one stack of the other; None if nothing does."""
        shared = _shared(here.blocks, there.blocks)
        left, opened = here.blocks[shared:], there.blocks[shared:]
        if None in left or None in opened:
            return None
        kept = _shared(here.stack, there.stack)
        kept = min([kept, *(block[1] for block in opened)])
        dropped, added = here.stack[kept:], there.stack[kept:]
        if any(kind[0] == STATE for kind in (*dropped, *added)):
            return None
        if len(dropped) > _FURTHEST or len(added) > _FURTHEST:
            return None
        way: list[Item] = [Item("POP_BLOCK") for _ in left]
        way += [Item("POP_TOP") for _ in dropped]
        handlers = {id(item): item for item in self.assembly.items}
        at = kept
        for handler, level in opened:
            way += self._values(there.stack[at:level])
            at = level
            way.append(Item("SETUP_FINALLY", target=handlers[handler]))
        return [*way, *self._values(there.stack[at:])]

    def _values(self, kinds: Sequence[Kind]) -> list[Item]:
        """Loads values of these kinds."""
        made: list[Item] = []
        begin = next((i for i in self.assembly.items if i.opname == "GET_ITER"), None)
        number = 0
        while number < len(kinds):
            made.append(self._load())
            if kinds[number][0] == ITERATOR and begin is not None:
                made.append(Item("GET_ITER", begin.arg))
                number += effect(begin, jump=False)
            number += 1
        return made


def _shared(some: Sequence[object], others: Sequence[object]) -> int:
    """How many of the first items are the same."""
    count = 0
    for one, other in zip(some, others):
        if one != other:
            break
        count += 1
    return count


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
    except (SyntaxError, InconsistentError, ValueError):
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
