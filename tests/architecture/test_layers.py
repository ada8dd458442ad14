"""Imports point downwards only; versions and torch are known in one place each."""

from __future__ import annotations

import ast
import dis

import graphlib
import pytest

from .source_tree import PACKAGE, all_modules, docstrings, each_module, imported_names

# The rooms, from the ground up, and what each may import beside itself and what is
# below (COMMON). A module that stands in no room is named here on its own.
STAGES = {
    "decompiler.bytecode": set(),
    "decompiler.ir": {"intrinsics"},
    "decompiler.analysis": {"decompiler.ir"},
    "decompiler.lift": {"decompiler.bytecode", "decompiler.ir"},
    "decompiler.passes": {
        "decompiler.ir",
        "decompiler.analysis",
        "decompiler.known_objects",
        "intrinsics",
    },
    "decompiler.structure": {"decompiler.ir", "decompiler.analysis", "intrinsics"},
    "decompiler.emit": {"decompiler.ir"},
    "decompiler.definition": {
        "decompiler.bytecode",
        "decompiler.ir",
        "decompiler.analysis",
        "decompiler.passes",
        "decompiler.emit",
    },
    "decompiler.validate": {
        "decompiler.bytecode",
        "decompiler.lift",
        "decompiler.ir",
        "decompiler.analysis",
        "decompiler.passes.slots",
        "intrinsics",
    },
}
# The composition of the decompiler: passes in order, whole functions, the public calls.
COMPOSITION = {
    "decompiler.known_objects": set(),
    "decompiler.pass_manager": {"decompiler.ir", "decompiler.analysis"},
    "decompiler.pipeline": set(STAGES) | {"decompiler.pass_manager"},
    "decompiler.pass_trace": {
        "decompiler.bytecode",
        "decompiler.ir",
        "decompiler.lift",
        "decompiler.pass_manager",
        "decompiler.pipeline",
    },
    "decompiler.tiers": set(STAGES)
    | {"decompiler.pipeline", "decompiler.pass_manager"},
    "decompiler.assembly": set(STAGES) | {"decompiler.pipeline", "decompiler.tiers"},
    "decompiler.recompile": set(STAGES),
    "decompiler.checking": set(STAGES) | {"decompiler.tiers", "decompiler.recompile"},
    "decompiler.attempts": {"decompiler"},
    "decompiler": {"decompiler"},
}
TORCH_SIDE = {
    "torch_text": set(),
    "model": {"torch_text"},
    "capture": {"decompiler", "torch_text", "model"},
    "render": {"torch_text", "model"},
    "stepping": {
        "decompiler.bytecode",
        "torch_text",
        "model",
        "capture",
        "workflow",
    },
    "workflow": {"decompiler", "model", "capture", "render"},
    "curing": {"torch_text", "model", "capture", "workflow"},
    "cli": {
        "decompiler",
        "model",
        "capture",
        "render",
        "stepping",
        "workflow",
        "curing",
    },
}
# Names that existing programs import, and what decompiled texts import.
NAMES_OF_OTHERS = {
    "explain": {"decompiler", "model", "capture", "render", "workflow"},
    "optimization": set(),
    "utils": {"decompiler", "explain"},
    "intrinsics": set(),
}
# What knows Python and nothing of torch or depyf is of no room.
COMMON = {
    "errors",
    "records",
    "reading",
    "regexes",
    "decompiler.exact_types",
    "model.python_text",
}
MAY_IMPORT = {
    "errors": set(),
    "records": set(),
    "reading": set(),
    "regexes": set(),
    "decompiler.exact_types": set(),
}
MAY_IMPORT.update({**STAGES, **COMPOSITION, **TORCH_SIDE, **NAMES_OF_OTHERS})

# The root itself hands out names lazily; its version may be read by anybody.
ROOT_NAMES = {"depyf.__version__"}

MODULES = all_modules()
KNOW_OPCODES = {"decompiler.bytecode", "decompiler.lift"}
BY_NAME = {module.name for module in MODULES}


def depyf_imports(module):
    for name in imported_names(module):
        if (name == "depyf" or name.startswith("depyf.")) and name not in ROOT_NAMES:
            yield name


def is_in(name, room):
    return name == f"depyf.{room}" or name.startswith(f"depyf.{room}.")


@each_module(lambda module: module.room)
def test_imports_follow_the_direction_of_the_rooms(module):
    if module.room == "__main__":
        assert set(depyf_imports(module)) == {"depyf.cli.main.main"}
        return
    assert module.room in MAY_IMPORT, "a new part of depyf needs a place in the plan"
    allowed = MAY_IMPORT[module.room] | COMMON | {module.room}
    imported = depyf_imports(module)
    wrong = [n for n in imported if not any(is_in(n, room) for room in allowed)]
    assert not wrong, f"{module.name} must not import {wrong}"


@each_module()
def test_only_torch_compat_and_the_old_wrapper_import_torch(module):
    if module.name.startswith("depyf.capture.torch_compat"):
        return
    if module.name == "depyf.optimization":
        return
    uses = [n for n in imported_names(module) if n.split(".")[0] == "torch"]
    assert not uses


# What texts of torch's say is read in `torch_text`, in few files. The other modules
# that hold regular expressions, by what these are about.
SOURCE = "source of the user's program"
OWN = "texts that depyf writes itself, such as facts and predicates"
FILES = "files and the environment"
READERS = 12
HOLD_EXPRESSIONS = {
    "capture.captured_sources": SOURCE,
    "capture.source_text": SOURCE,
    "capture.transformed_file": SOURCE,
    "cli.doctor": FILES,
    "cli.learn": OWN,
    "model.entry_guards": OWN,
    "model.families": OWN,
    "model.file_names": FILES,
    "model.findings.branch_edits": SOURCE,
    "model.findings.break_rules": SOURCE,
    "model.findings.causes": SOURCE,
    "model.findings.conditions": SOURCE,
    "model.findings.detached_items": SOURCE,
    "model.findings.conversions": SOURCE,
    "model.findings.growth": SOURCE,
    "model.findings.keyword_tensors": SOURCE,
    "model.findings.cuda_graphs": SOURCE,
    "model.findings.names": FILES,
    "model.findings.recompile_cures": SOURCE,
    "model.findings.recompile_groups": SOURCE,
    "model.findings.rewritten_calls": SOURCE,
    "model.guard_fact": OWN,
    "model.instances": OWN,
    "model.own_files": FILES,
    "model.python_text": SOURCE,
    "model.serialize": OWN,
    "model.source_places": FILES,
    "model.stages": FILES,
    "render.fitting": OWN,
    "render.drawing.mermaid": OWN,
    "render.guard_aliases": OWN,
    "curing.outputs": OWN,
    "render.guard_predicates": OWN,
    "render.guard_tables": OWN,
    "render.line_comments": SOURCE,
    "render.loops": OWN,
    "render.markdown": OWN,
    "render.packed_lines": OWN,
    "render.size_words": OWN,
    "render.source_text": SOURCE,
}
WITHOUT_TEXTS = ("depyf.decompiler", "depyf.torch_text", "depyf.regexes")


def test_only_torch_text_reads_what_torch_prints():
    """A pattern over a guard or a graph elsewhere would be a second reader of it."""
    ways = {"re", "depyf.regexes.regex"}
    holders = [one for one in MODULES if ways & set(imported_names(one))]
    found = {
        module.name.partition(".")[2]
        for module in holders
        if not module.name.startswith(WITHOUT_TEXTS)
    }
    assert found == set(HOLD_EXPRESSIONS)
    readers = [one for one in holders if one.name.startswith("depyf.torch_text")]
    assert len(readers) <= READERS


@each_module(lambda module: module.room != "decompiler.bytecode")
def test_only_bytecode_asks_for_the_python_version(module):
    asked = [
        f"line {node.lineno}: {node.attr}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
        and node.attr in {"version_info", "hexversion", "python_version_tuple"}
    ]
    assert not asked


@each_module(lambda module: module.room not in KNOW_OPCODES)
def test_no_opname_is_mentioned_below_the_lifter(module):
    opnames = {name for name in dis.opmap if "_" in name}
    prose = docstrings(module.tree)
    mentioned = [
        f"line {node.lineno}: {node.value!r}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in prose
        and opnames.intersection(node.value.split())
    ]
    assert not mentioned


@each_module(lambda module: module.room not in KNOW_OPCODES)
def test_facts_about_a_python_end_at_the_lifter(module):
    """What later stages must know is in `Habits`, by name."""
    asked = [
        f"line {node.lineno}"
        for node in ast.walk(module.tree)
        if (isinstance(node, ast.Attribute) and node.attr == "behaviour")
        or (isinstance(node, ast.Constant) and node.value == "behaviour")
    ]
    assert not asked


def test_every_room_of_the_plan_exists():
    rooms = {module.room for module in MODULES} - {"", "__main__"}
    assert rooms == set(MAY_IMPORT)


def test_no_loose_module_stands_at_the_top():
    loose = {m.room for m in MODULES if m.path.parent == PACKAGE}
    named_in_the_plan = {"", "__main__", "workflow", "errors", "records", "regexes"}
    assert loose <= named_in_the_plan | set(NAMES_OF_OTHERS)


@each_module()
def test_nothing_asks_for_the_frames_of_all_threads(module):
    """Two threads that do so at once may wait for each other for ever."""
    names = {n.attr for n in ast.walk(module.tree) if isinstance(n, ast.Attribute)}
    assert not names & {"_current_frames", "_current_exceptions"}


def test_no_modules_of_the_decompiler_import_each_other_in_a_circle():
    """Not even for types: whoever reads one file reads the others behind it."""
    modules = {m.name: m for m in MODULES if m.name.startswith("depyf.decompiler")}
    graph = {
        name: {module_of(one, modules) for one in imported_names(module)} - {name, None}
        for name, module in modules.items()
    }
    try:
        list(graphlib.TopologicalSorter(graph).static_order())
    except graphlib.CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def module_of(name, modules):
    """Return the module that an imported name is, or stands in."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None
