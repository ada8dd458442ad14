"""Imports point downwards only; versions and torch are known in one place each."""

from __future__ import annotations

import ast
import dis

import pytest

from .source_tree import all_modules, docstrings, imported_names

CORE = {
    "errors",
    "exact_types",
    "intrinsics",
    "known_objects",
    "records",
    "bytecode",
    "ir",
    "analysis",
    "lift",
    "passes",
    "structure",
}
CORE |= {"definition", "emit", "validate"}
# The composition of the core: passes in order, whole functions, the public calls.
DECOMPILER = {
    "pipeline",
    "ladder",
    "rungs",
    "assembly",
    "recompile",
    "recompiled_units",
    "checking",
    "attempts",
    "decompiler",
}
TORCH_SIDE = {"model", "capture", "render", "stepping"}
OLD_NAMES = {"explain", "optimization", "utils", "old_decompiler"}

# What everything may import, beside itself.
COMMON = {"errors", "exact_types", "records"}
# What else each part of depyf may import.
MAY_IMPORT = {
    "errors": set(),
    "records": set(),
    "signals": set(),
    "exact_types": set(),
    "intrinsics": set(),
    "known_objects": set(),
    "bytecode": set(),
    "ir": {"intrinsics"},
    "analysis": {"ir"},
    "lift": {"bytecode", "ir"},
    "passes": {"ir", "analysis", "intrinsics", "known_objects"},
    "structure": {"ir", "analysis", "intrinsics"},
    "emit": {"ir"},
    "definition": {"bytecode", "ir", "analysis", "passes", "emit"},
    "validate": {"bytecode", "lift", "ir", "analysis"},
    "pipeline": CORE,
    "ladder": CORE | {"pipeline"},
    "rungs": CORE | {"ladder"},
    "assembly": CORE | {"pipeline", "rungs"},
    "recompile": CORE,
    "recompiled_units": CORE,
    "checking": CORE | {"pipeline", "rungs", "recompile", "recompiled_units"},
    "attempts": CORE | DECOMPILER | {"signals"},
    "decompiler": CORE | DECOMPILER,
    "model": set(),
    "capture": {"bytecode", "decompiler", "known_objects", "model", "signals"},
    "render": {"model"},
    "stepping": {"bytecode", "model", "capture.torch_compat"},
    "ranks": {"model", "render"},
    "dumping": CORE | TORCH_SIDE | DECOMPILER | {"ranks"},
    "workflow": CORE | TORCH_SIDE | DECOMPILER | {"dumping"},
    "debugging": CORE | TORCH_SIDE | DECOMPILER | {"workflow"},
    "cli": CORE | TORCH_SIDE | DECOMPILER | {"workflow", "debugging", "ranks"},
}
for old in OLD_NAMES:
    MAY_IMPORT[old] = CORE | TORCH_SIDE | OLD_NAMES | DECOMPILER | {"workflow"}

# The root itself hands out names lazily; its version may be read by anybody.
ROOT_NAMES = {"depyf.__version__"}

MODULES = all_modules()
BY_NAME = {module.name for module in MODULES}


def named(modules):
    return [pytest.param(module, id=module.relative) for module in modules]


def depyf_imports(module):
    for name in imported_names(module):
        if (name == "depyf" or name.startswith("depyf.")) and name not in ROOT_NAMES:
            yield name


@pytest.mark.parametrize("module", named(m for m in MODULES if m.layer))
def test_imports_follow_the_direction_of_the_layers(module):
    if module.layer == "__main__":
        assert set(depyf_imports(module)) == {"depyf.cli.main.main"}
        return
    assert module.layer in MAY_IMPORT, "a new part of depyf needs a place here"
    allowed = MAY_IMPORT[module.layer] | COMMON | {module.layer}
    wrong = [
        name
        for name in depyf_imports(module)
        if not any(
            name == f"depyf.{part}" or name.startswith(f"depyf.{part}.")
            for part in allowed
        )
    ]
    assert not wrong, f"{module.name} must not import {wrong}"


@pytest.mark.parametrize("module", named(MODULES))
def test_only_torch_compat_and_the_old_wrapper_import_torch(module):
    if module.name.startswith("depyf.capture.torch_compat"):
        return
    if module.name == "depyf.optimization":
        return
    uses = [n for n in imported_names(module) if n.split(".")[0] == "torch"]
    assert not uses


@pytest.mark.parametrize("module", named(m for m in MODULES if m.layer != "bytecode"))
def test_only_bytecode_asks_for_the_python_version(module):
    asked = [
        f"line {node.lineno}: {node.attr}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
        and node.attr in {"version_info", "hexversion", "python_version_tuple"}
    ]
    assert not asked


@pytest.mark.parametrize(
    "module", named(m for m in MODULES if m.layer not in {"bytecode", "lift"})
)
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


def test_every_layer_that_exists_is_checked():
    layers = {module.layer for module in MODULES} - {"", "__main__"}
    assert layers <= set(MAY_IMPORT)


@pytest.mark.parametrize("module", named(m for m in MODULES if m.layer != "records"))
def test_dataclasses_are_made_the_fast_way(module):
    assert "dataclasses.dataclass" not in set(imported_names(module))


@pytest.mark.parametrize("module", named(MODULES))
def test_nothing_asks_for_the_frames_of_all_threads(module):
    """Two threads that do so at once may wait for each other for ever."""
    names = {n.attr for n in ast.walk(module.tree) if isinstance(n, ast.Attribute)}
    assert not names & {"_current_frames", "_current_exceptions"}
