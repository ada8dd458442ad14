"""The view of Dynamo's code hides what it may, no more, for each torch alike.

The units are what Dynamo made of two functions on torch 2.13 and 2.15; they are read
on whatever Python runs the tests. `tests/torch` checks views against the bytecode.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from depyf.decompiler import pipeline
from depyf.decompiler.assembly import Assembler
from depyf.decompiler.bytecode import serialize
from depyf.decompiler.emit.settings import EmitSettings
from depyf.decompiler.emit.writer import write
from depyf.decompiler.ir.function import Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.printer import print_function
from depyf.decompiler.lift import lift
from depyf.decompiler.passes.dynamo import name_arguments
from depyf.decompiler.passes.dynamo.places import View

pytestmark = pytest.mark.every_python

UNITS = Path(__file__).parent / "units"
TAGS = sorted({path.name.rsplit("-", 1)[0] for path in UNITS.glob("*.json")})

TOY = """\
def toy_example(a, b):
    graph_out_0 = __compiled_fn_1(a, b)
    x = graph_out_0[1]
    if graph_out_0[0]:
        return RESUME(b, x)
    return RESUME(b, x)
"""

MODULE = """\
def loss_of(model, x, y):
    MODULES = model._modules
    FIRST = MODULES["hidden"]._parameters
    SECOND = MODULES["output"]._parameters
    graph_out_0 = __compiled_fn_1(
        FIRST["weight"], FIRST["bias"], x, SECOND["weight"], SECOND["bias"], y
    )
    error = graph_out_0[1]
    if graph_out_0[0]:
        return RESUME(error)
    return RESUME(error)
"""


BREAK_IN_WITH = """\
def counted(x, mask):
    tmp_0 = __import_torch.set_grad_enabled
    tmp_1 = mask.nonzero
    MANAGER = __import_torch.set_grad_enabled(False)
    MANAGER.__enter__()
    try:
        tmp_2 = tmp_1()
    finally:
        MANAGER.__exit__(None, None, None)
    return RESUME(tmp_0, tmp_2, x)
"""


def unit_of(tag, name):
    return serialize.loads((UNITS / f"{tag}-{name}.json").read_text("utf-8"))


def written(unit, parameters):
    function = lift(unit)
    hidden = pipeline.apply_view(function)
    function.view = View(parameter_names=parameters)
    name_arguments.run(function)
    assembler = Assembler(lift, pipeline.to_statements)
    text = assembler.text(unit, function, unit.name)
    settings = EmitSettings(version=unit.version)
    return write(text, settings, assembler.child), hidden


def shown(unit, parameters):
    """The text of a view, its resume functions all called RESUME."""
    result, hidden = written(unit, parameters)
    source = result.source
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
def test_parameters_are_read_beside_the_graph_call(tag):
    unit = unit_of(tag, "module")
    resumes = [name for name in unit.names if name.startswith("__resume_at_")]
    source, _ = shown(unit, dict.fromkeys(resumes, ("f", "v", "error")))
    modules, first, second = re.findall(r"tmp_\d+(?= = )", source)
    names = {modules: "MODULES", first: "FIRST", second: "SECOND"}
    assert re.sub(r"tmp_\d+", lambda found: names[found[0]], source) == MODULE


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("name", ["toy_example", "module"])
def test_a_debugger_goes_down_the_text_and_never_back(tag, name):
    unit = unit_of(tag, name)
    lines = written(unit, {})[0].line_map
    visited = [lines.line_of_offset(one.offset) for one in unit.instructions]
    assert visited == sorted(visited)


@pytest.mark.parametrize("tag", TAGS)
def test_an_output_of_a_graph_is_read_where_it_is_used(tag):
    """Nothing but the code itself holds the list that it is in."""
    source, _ = shown(unit_of(tag, "closure"), {})
    assert source.index("graph_break()") < source.index("graph_out_0[0]")


def test_values_are_carried_over_a_break_inside_a_with():
    """The handler keeps the exception where the other path keeps a list."""
    source, hidden = shown(unit_of("torch213-py311", "with"), {})
    assert re.sub(r"___context_manager_\w+", "MANAGER", source) == BREAK_IN_WITH
    assert hidden > 50


def test_only_locals_of_dynamo_lose_their_release():
    unit = unit_of("torch213-py311", "module")  # torch 2.15 leaves them alone
    users = {name: f"user_{name}" for name in unit.varnames if name.startswith("tmp")}
    varnames = tuple(users.get(name, name) for name in unit.varnames)
    instructions = tuple(
        one._replace(argval=users.get(one.argval, one.argval))
        if one.opname.endswith("_FAST")
        else one
        for one in unit.instructions
    )
    renamed = replace(unit, varnames=varnames, instructions=instructions)
    assert "del user_tmp" in shown(renamed, {})[0]
    assert "del " not in shown(unit, {})[0]


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
