"""Every code object of a part of the library lifts, and keeps what is promised."""

from __future__ import annotations

import copy
import dataclasses
import random
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING

import pytest

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.opcodes import table_of
from depyf.decompiler.bytecode.serialize import decode_unit, dumps, encode_unit, loads
from depyf.decompiler.ir.function import Next, successors
from depyf.decompiler.ir.invariants import violations
from depyf.decompiler.ir.printer import print_function
from depyf.decompiler.lift import LiftError, lift
from depyf.decompiler.lift.stack import ACTIONS
from tests.decompiler.bytecode.corpus import library_modules, walk
from tests.decompiler.lift.promises import broken_promises

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


@lru_cache(maxsize=None)
def _lifted() -> tuple[tuple[CodeType, CodeUnit, Function], ...]:
    """Returns each code object of the library, and what is made of it, once for all."""
    return tuple(
        (code, unit, lift(unit))
        for module in library_modules()
        for code, unit in zip(walk(module), CodeUnit.from_code(module).walk())
    )


def test_lifted_library_keeps_the_invariants() -> None:
    for code, _, function in _lifted():
        assert not list(violations(function)), code
        assert not broken_promises(function), code


def test_every_action_of_the_table_exists() -> None:
    # A protocol's parts are folded before; internal names occur in no code.
    wanted = {row.action for row in table_of(RUNNING).values()}
    assert wanted - {"internal", "protocol"} <= set(ACTIONS)


def test_every_effectful_instruction_is_an_origin() -> None:
    """No call or attribute of a reachable instruction is lost on the way."""
    for code, unit, function in _lifted():
        seen = _origins(function)
        reachable = {
            each.offset
            for each in unit.instructions
            if _starts_reachable(function, each.start)
        }
        for each in unit.instructions:
            if each.offset in reachable and each.opname in _EFFECTFUL:
                assert each.offset in seen, (code, each)


_EFFECTFUL = {"CALL", "CALL_FUNCTION", "CALL_METHOD", "BINARY_OP", "STORE_ATTR"}


def _starts_reachable(function: Function, start: int) -> bool:
    return start in function.blocks


def _origins(function: Function) -> set[int]:
    found: set[int] = set()
    for block in function.blocks.values():
        for value in block.body:
            found |= value.all_origins()
        found.update(block.terminator.origins)
    return found


def test_depth_is_what_a_block_finds() -> None:
    for code, _, function in _lifted():
        limit = code.co_stacksize
        for block in function.blocks.values():
            assert block.depth <= limit
            if isinstance(block.terminator, Next):
                assert int(block.terminator.item.name[1:]) < limit + 1


def test_lifting_is_the_same_for_a_unit_from_json() -> None:
    code, unit, function = _lifted()[0]
    assert code.co_name == unit.name
    again = loads(dumps(unit))
    assert print_function(lift(again)) == print_function(function)


def test_every_block_is_reachable() -> None:
    for code, _, function in _lifted():
        seen = {function.entry}
        pending = [function.entry]
        while pending:
            block = function.blocks[pending.pop()]
            chain = function.region_chain(block.region)
            handlers = [function.regions[region].handler for region in chain]
            for target in (*successors(block.terminator), *handlers):
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        assert seen == set(function.blocks), code


def test_damaged_code_raises_lift_error_only() -> None:
    """Whatever stands in the instructions, nothing but `LiftError` comes out."""

    def sample(a):
        for x in a:
            with x as y:
                try:
                    yield f"{y!r:>3}", [z for z in y if z], lambda: a
                except (ValueError, TypeError) as error:
                    return error
        return None

    intact = encode_unit(CodeUnit.from_code(sample.__code__))
    source = random.Random(0)
    errors = 0
    for _ in range(150):
        damaged = copy.deepcopy(intact)
        rows = damaged["instructions"]
        for _ in range(source.randrange(1, 4)):
            row = source.choice(rows)
            if source.random() < 0.5:
                row[3] = source.choice(rows)[3]
            else:
                row[4] = source.randrange(12)
        unit = decode_unit(damaged)
        try:
            function = lift(unit)
        except LiftError:
            errors += 1
        else:
            assert print_function(function)
    assert errors


def test_empty_code_is_refused() -> None:
    unit = dataclasses.replace(
        CodeUnit.from_code((lambda: 0).__code__), instructions=()
    )
    with pytest.raises(LiftError, match="no code"):
        lift(unit)


def test_unknown_opname_is_named() -> None:
    unit = CodeUnit.from_code((lambda: 0).__code__)
    first, *rest = unit.instructions
    odd = dataclasses.replace(
        unit, instructions=(first._replace(opname="NOVEL_OP"), *rest)
    )
    with pytest.raises(LiftError, match="NOVEL_OP"):
        lift(odd)


def test_code_objects_are_not_kept_alive() -> None:
    unit = CodeUnit.from_code(compile("def f(): pass", "x", "exec"))
    assert not any(isinstance(const, CodeType) for const in unit.consts)
