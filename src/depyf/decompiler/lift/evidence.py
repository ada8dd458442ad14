"""Collect evidence about the source from a code unit, for later stages.

Up to 3.9, the compiler writes the code in the order of the source. It ends each arm of
a statement with a jump over the next arm. It ends each loop with a jump to its head,
and each function with ``return None``. It does so even where control never gets there.
For example,

    if a: raise b        RAISE_VARARGS
    else: c()            JUMP_FORWARD      (unreachable)

differs from ``if a: raise b`` with ``c()`` on the next line.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from depyf.decompiler.ir.evidence import (
    NO_EVIDENCE,
    CodeKind,
    Habits,
    SourceEvidence,
    Span,
)
from depyf.decompiler.ir.function import BasicBlock, Branch

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.behaviour import Behaviour
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.bytecode.disassemble import Instruction


def evidence_of(unit: CodeUnit, blocks: Iterable[BasicBlock]) -> SourceEvidence:
    """Return the evidence that a code unit contains about its source.

    Args:
        unit: the lifted code unit.
        blocks: the blocks of its graph.
    """
    evidence = replace(
        read_dead_jumps(unit),
        lines={
            instruction.offset: instruction.line
            for instruction in unit.instructions
            if instruction.line is not None
        },
        spans=_spans(unit, blocks),
    )
    return evidence if evidence.lines else evidence.without_lines()


def _spans(unit: CodeUnit, blocks: Iterable[BasicBlock]) -> dict[int, Span]:
    found: dict[int, Span] = {}
    for instruction in unit.instructions:
        line, end_line, column, end_column = instruction.position
        if line is None or column is None or end_line is None or end_column is None:
            continue
        found[instruction.offset] = Span(line, column, end_line, end_column)
    if not unit.behaviour.branches_have_places:
        for block in blocks:
            if isinstance(block.terminator, Branch):
                for offset in block.terminator.origins:
                    found.pop(offset, None)
    return found


@lru_cache(maxsize=None)
def habits_of(behaviour: Behaviour) -> Habits:
    """Return the behaviours of a CPython version that stages after the lifter use."""
    return Habits(**{one.name: getattr(behaviour, one.name) for one in fields(Habits)})


def kind_of(unit: CodeUnit) -> CodeKind:
    """Return the kind of source that a code unit was compiled from."""
    if unit.name == "<module>":
        return CodeKind.MODULE
    if unit.name == "<lambda>":
        return CodeKind.LAMBDA
    return CodeKind.FUNCTION if unit.is_optimized else CodeKind.CLASS


_ENDS = ("RETURN_VALUE", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_ABSOLUTE")
_JUMPS = ("JUMP_FORWARD", "JUMP_ABSOLUTE")
_TESTS = ("POP_JUMP_IF_FALSE", "POP_JUMP_IF_TRUE")
#: The number of instructions that unbind a name after the end of its clause (3.9).
_NAME_CLEANUP = 4
#: The end of an arm whose jump leads to another jump, so at the end of a list.
_LAST = 1 << 62


def read_dead_jumps(unit: CodeUnit) -> SourceEvidence:
    """Return evidence from the order of the code; none if the compiler reorders it."""
    if unit.behaviour.tails_copied:
        return NO_EVIDENCE
    assertions = _assertions(unit) if unit.behaviour.assertion_is_global else ()
    found = _Reader(unit.instructions).read()
    return replace(found, assertions=frozenset(assertions))


class _Reader:
    def __init__(self, code: Sequence[Instruction]) -> None:
        self._code = code
        self._index = {one.start: number for number, one in enumerate(code)}
        self._targets = {_target(one) for one in code if _leads_away(one)}
        self._loops = {
            _target(one): one.start
            for one in code
            if one.opname in _JUMPS and _target(one) <= one.start
        }
        self._end_in_returns()
        self._clause_tests = {
            number + 1
            for number, one in enumerate(code)
            if one.opname == "COMPARE_OP" and one.argval == "exception match"
        } | {
            number
            for number, one in enumerate(code)
            if one.opname == "JUMP_IF_NOT_EXC_MATCH"
        }
        # END_FINALLY after the last clause raises the exception again (3.8).
        self._reraises = {
            self._index.get(_target(code[number])) for number in self._clause_tests
        }

    def read(self) -> SourceEvidence:
        code = self._code
        ifs: dict[int, range] = {}
        tries: dict[int, range] = {}
        steps_out: set[int] = set()
        passes: set[int] = set()
        for number, one in enumerate(code):
            if one.opname in _TESTS and _target(one) > one.start:
                clause = self._else_of_if(number)
                if clause is not None:
                    ifs[one.offset] = clause
                if self._is_pass(number):
                    passes.add(one.offset)
            if one.opname == "SETUP_FINALLY":
                self._read_try(self._index.get(_target(one), 0), tries, steps_out)
        return SourceEvidence(
            loop_ends=self._loops,
            steps_out=frozenset(steps_out),
            explicit_jumps=frozenset(self._explicit_jumps()) - steps_out,
            else_of_if=ifs,
            else_of_try=tries,
            passes=frozenset(passes),
            has_dead_end=self._has_dead_end(),
        )

    def _end_in_returns(self) -> None:
        """Find the ends of ``for`` loops whose last instruction is a ``return``.

        Such a ``return`` first drops the iterator. No other jump leads to the end of
        the loop.
        """
        for one in self._code:
            end = self._index.get(_target(one), 0)
            if one.opname != "FOR_ITER" or self._code[end - 1].opname != "RETURN_VALUE":
                continue
            jump = self._loops.get(one.start, one.start)
            after = self._code[self._index[jump] + 1 : end]
            names = [each.opname for each in after[-3:-1]]
            drops = names in (["ROT_TWO", "POP_TOP"], ["POP_TOP", "LOAD_CONST"])
            if drops and all(_target(each) != _target(one) for each in after):
                self._loops[one.start] = after[-1].start

    def _is_dead(self, number: int) -> bool:
        """Return whether no instruction reaches this one."""
        while number > 0 and self._code[number].start not in self._targets:
            number -= 1
            if self._code[number].opname != "END_FINALLY":
                return self._code[number].opname in _ENDS
            if number in self._reraises:
                return True
        return False

    def _else_of_if(self, test: int) -> range | None:
        start = _target(self._code[test])
        last = self._index.get(start, 0) - 1
        jump = self._code[last]
        if last <= test or jump.opname not in _JUMPS:
            return None
        if jump.opname == "JUMP_FORWARD" and _target(jump) > start:
            return range(start, _target(jump))
        if not self._is_dead(last) or self._loops.get(_target(jump)) == jump.start:
            return None
        return range(start, _LAST)  # the compiler shortened a jump to a jump

    def _is_pass(self, test: int) -> bool:
        """Return whether a test is an ``if test: pass`` that has an ``else``."""
        jump = self._code[min(test + 1, len(self._code) - 1)]
        return jump.opname == "JUMP_FORWARD" and jump.end == _target(self._code[test])

    def _read_try(
        self, handler: int, tries: dict[int, range], steps_out: set[int]
    ) -> None:
        if self._code[handler].opname not in ("DUP_TOP", "POP_TOP"):
            return  # it is a `finally`
        ends = [end for end in self._clause_ends(handler) if end.opname in _JUMPS]
        steps_out.update(end.offset for end in ends)
        before = self._code[handler - 1]
        if before.opname not in _JUMPS:
            return
        steps_out.add(before.offset)
        start = _target(before)
        number = self._index.get(start, 0)
        if before.opname != "JUMP_FORWARD" or number < handler:
            return
        if self._code[number - 2].opname in _JUMPS:  # of a bare `except:`
            steps_out.add(self._code[number - 2].offset)
            ends.append(self._code[number - 2])
        for end in ends:
            stop = _target(end) if end.opname == "JUMP_FORWARD" else _LAST
            if stop > start:
                tries[self._code[handler].start] = range(start, stop)

    def _clause_ends(self, handler: int) -> list[Instruction]:
        """Return the last instruction of each clause that names a type."""
        found = []
        number = handler
        while self._code[number].opname == "DUP_TOP":
            while number not in self._clause_tests:
                number += 1
                if number == len(self._code):
                    return []
            following = self._index.get(_target(self._code[number]), 0)
            if following <= number:
                return []  # no compiler writes this
            number = following
            last = number - 1
            if self._code[last].opname == "RERAISE":
                last -= _NAME_CLEANUP
            found.append(self._code[last])
        return found

    def _explicit_jumps(self) -> Iterator[int]:
        """Yield the jumps (``continue``, ``break``) that dead code follows."""
        ends = set(self._loops.values())
        for number, one in enumerate(self._code[:-1]):
            is_end = one.opname != "JUMP_ABSOLUTE" or one.start in ends
            if not is_end and self._is_dead(number + 1) and not self._is_dead(number):
                yield one.offset

    def _has_dead_end(self) -> bool:
        number = len(self._code) - 2
        return number > 0 and (
            self._is_dead(number)
            and self._code[number].opname == "LOAD_CONST"
            and self._code[-1].opname == "RETURN_VALUE"
        )


def _target(jump: Instruction) -> int:
    return jump.argval if isinstance(jump.argval, int) else -1


def _assertions(unit: CodeUnit) -> Iterator[int]:
    for before, one in zip(unit.instructions, unit.instructions[1:]):
        if before.opname == "POP_JUMP_IF_TRUE" and one.opname == "LOAD_GLOBAL":
            if one.argval == "AssertionError":
                yield one.offset


def _leads_away(one: Instruction) -> bool:
    others = ("SETUP_", "FOR_ITER", "CALL_FINALLY")
    return "JUMP" in one.opname or one.opname.startswith(others)
