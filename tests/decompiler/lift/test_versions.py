"""Code of every CPython lifts on this one."""

from __future__ import annotations

import pytest

from depyf.decompiler.ir.invariants import violations
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.lift import lift
from tests.decompiler.bytecode.units import VERSIONS, stored_unit
from tests.decompiler.lift.promises import broken_promises

NEWEST = VERSIONS[-1]
#: Operations that the source decides, whatever the version.
_TELLING = (
    MicroOp.ATTR,
    MicroOp.AWAIT,
    MicroOp.BINARY,
    MicroOp.COMPARE,
    MicroOp.EXC_MATCH,
    MicroOp.EXC_PUSH,
    MicroOp.FORMAT,
    MicroOp.IMPORT,
    MicroOp.INPLACE,
    MicroOp.SPECIAL,
    MicroOp.WITH_EXCEPTION,
    MicroOp.YIELD,
    MicroOp.YIELD_FROM,
)


@pytest.mark.parametrize("version", VERSIONS)
def test_stored_units_lift_on_any_python(version: tuple[int, int]) -> None:
    for unit in stored_unit(version).walk():
        function = lift(unit)
        assert not violations(function), unit.qualname
        assert not broken_promises(function), unit.qualname


def _operations(version: tuple[int, int], name: str) -> list[tuple[str, str]]:
    (unit,) = (u for u in stored_unit(version).walk() if u.name == name)
    nodes = [
        node
        for block in lift(unit).blocks.values()
        for statement in block.body
        for node in statement.walk()
        if node.op in _TELLING
    ]
    return sorted((node.op.value, str(node.payload)) for node in nodes)


@pytest.mark.parametrize("name", ["calls", "m", "inner", "waits"])
@pytest.mark.parametrize("version", VERSIONS)
def test_versions_end_at_the_lifter(version: tuple[int, int], name: str) -> None:
    ours, newest = _operations(version, name), _operations(NEWEST, name)
    if name == "waits" and version < (3, 12):
        # The comprehension is a function of its own, whose result is awaited.
        assert {each[0] for each in newest} == {each[0] for each in ours}
    else:
        assert ours == newest
