"""The names users import: all there, all callable, and cheap to load."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

import depyf

from .source_tree import all_modules

FUNCTIONS = {
    "annotate",
    "check",
    "compile_decompiled",
    "cure",
    "debug",
    "decompile",
    "decompile_code",
    "explain",
    "explain_compiled",
    "install",
    "prepare_debug",
    "uninstall",
}
CLASSES = {"DecompilationError", "Decompiled", "Decompiler"}

# Modules that run a program, or import torch, when they are imported.
NOT_IMPORTED = {"depyf.__main__", "depyf.optimization"}
SUBMODULES = [m.name for m in all_modules() if m.name not in NOT_IMPORTED]


def run_python(code, *arguments):
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_public_names_are_these():
    assert set(depyf.__all__) == FUNCTIONS | CLASSES | {"__version__"}
    assert set(depyf.__all__) <= set(dir(depyf))


def test_type_checkers_are_told_of_the_same_names():
    root = next(module for module in all_modules() if module.name == "depyf")
    told = {
        alias.asname
        for node in ast.walk(root.tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told - {None} == set(depyf.__all__) - {"__version__"} | depyf._SUBMODULES


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = depyf.no_such_name


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_public_classes_are_classes(name):
    assert isinstance(getattr(depyf, name), type)


CALLABLE_AFTER_IMPORTS = """
import importlib, json, sys
import depyf
modules, functions = json.loads(sys.argv[1])
for module in modules:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name.split(".")[0] != "torch":
            raise
wrong = [name for name in functions if not callable(getattr(depyf, name))]
assert not wrong, wrong
from depyf import *
"""


@pytest.mark.parametrize("order", ["sorted", "reversed", "none"])
def test_public_functions_stay_callable_whatever_was_imported_before(order):
    modules = {
        "sorted": SUBMODULES,
        "reversed": SUBMODULES[::-1],
        "none": [],
    }[order]
    run_python(CALLABLE_AFTER_IMPORTS, json.dumps([modules, sorted(FUNCTIONS)]))


NEW_MODULES = """
import sys
before = set(sys.modules)
import depyf
{then}
new = set(sys.modules) - before
foreign = sorted(
    name
    for name in new
    if name.split(".")[0] != "depyf"
    and "-packages" in (getattr(sys.modules[name], "__file__", None) or "")
)
print(foreign)
"""

USES = {
    "import": "",
    "decompile": "depyf.decompile(lambda x: x + 1)",
    "prepare_debug": "depyf.prepare_debug; depyf.debug; depyf.install",
    "explain": "depyf.explain; depyf.explain_compiled",
    "command line": "import depyf.cli.main",
}


@pytest.mark.parametrize("use", sorted(USES))
def test_depyf_loads_neither_torch_nor_any_other_package(use):
    assert run_python(NEW_MODULES.format(then=USES[use])).strip() == "[]"


def test_importing_depyf_loads_almost_nothing():
    loaded = run_python(
        "import sys; import depyf; "
        "print([m for m in sys.modules if m.startswith('depyf')])"
    )
    assert loaded.strip() == "['depyf']"


def test_importing_depyf_costs_at_most_thirty_milliseconds():
    # Processor time, the least of several runs: other processes do not count.
    seconds = [
        float(
            run_python(
                "import time; start = time.process_time(); import depyf; "
                "print(time.process_time() - start)"
            )
        )
        for _ in range(5)
    ]
    assert min(seconds) <= 0.030
