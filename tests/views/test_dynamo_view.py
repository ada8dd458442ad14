"""The view of Dynamo's code hides what it may, no more, for each torch alike.

The units are what Dynamo made of two functions on torch 2.13 and 2.15; they are read
on whatever Python runs the tests. `tests/torch` checks views against the bytecode.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from depyf import pipeline
from depyf.assembly import Assembler
from depyf.bytecode import serialize
from depyf.emit.settings import EmitSettings
from depyf.emit.writer import write
from depyf.ir.function import Return
from depyf.ir.micro_op import MicroOp
from depyf.ir.printer import print_function
from depyf.lift import lift
from depyf.passes.dynamo import name_arguments

UNITS = Path(__file__).parent / "units"
TAGS = sorted({path.name.rsplit("-", 1)[0] for path in UNITS.glob("*.json")})

TOY = """\
def toy_example(a, b):
    graph_out_0 = __compiled_fn_1(a, b)
    tmp_0 = graph_out_0[0]
    x = graph_out_0[1]
    if tmp_0:
        return RESUME(b, x)
    return RESUME(b, x)
"""


def unit_of(tag, name):
    return serialize.loads((UNITS / f"{tag}-{name}.json").read_text("utf-8"))


def shown(unit, parameters):
    """The text of a view, its resume functions all called RESUME."""
    function = lift(unit)
    hidden = pipeline.apply_view(function)
    name_arguments.run(function, parameters)
    assembler = Assembler(lift, pipeline.to_statements)
    text = assembler.text(unit, function, unit.name)
    settings = EmitSettings(version=unit.version)
    source = write(text, settings, assembler.child).source
    source = re.sub(r"(__compiled_fn_\d+)_[0-9a-f_]+", r"\1", source)
    return re.sub(r"__resume_at_\d+_\d+", "RESUME", source), hidden


@pytest.mark.parametrize("tag", TAGS)
def test_the_toy_reads_as_its_author_would_write_it(tag):
    unit = unit_of(tag, "toy_example")
    resumes = [name for name in unit.names if name.startswith("__resume_at_")]
    source, hidden = shown(unit, dict.fromkeys(resumes, ("f", "v", "b", "x")))
    assert source == TOY
    assert 100 < hidden < len(unit.instructions)


@pytest.mark.parametrize("tag", TAGS)
def test_cells_passed_to_a_resume_function_have_a_source(tag):
    source, _ = shown(unit_of(tag, "closure"), {})
    assert "(lambda: n).__closure__" in source
    assert "record_pregraph_bytecode" not in source
    assert "_is_profiler_enabled" not in source


@pytest.mark.parametrize("tag", TAGS)
def test_a_recording_whose_result_is_used_stays(tag):
    """The side condition: nothing that stays may read what would be hidden."""
    function = lift(unit_of(tag, "toy_example"))
    used = next(
        statement.operands[0].operands[0]
        for block in function.blocks.values()
        for statement in block.body
        if statement.op is MicroOp.STORE
        and statement.operands[0].op is MicroOp.CALL
        and len(statement.operands[0].operands) == 1
    )
    for block in function.blocks.values():
        if isinstance(block.terminator, Return):
            block.terminator = replace(block.terminator, value=used)
    pipeline.apply_view(function)
    assert "record_pregraph_bytecode_enter" in print_function(function)
