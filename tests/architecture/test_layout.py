"""Files stay small, carry the agreed names, and parse on the oldest Python."""

from __future__ import annotations

import ast
import re

from .source_tree import PACKAGE, ROOT, each_module

MAX_LINES = 400
# Tables: one row per opcode or pass is the readable form, however many there are.
DATA_TABLES = {"decompiler/bytecode/opcodes.py", "decompiler/pipeline.py"}
VAGUE_NAMES = {"utils", "util", "helper", "helpers", "manager", "misc", "common"}
# Names that existing programs import.
OLD_FILES = {"utils.py", "explain/utils.py"}


@each_module()
def test_no_file_grows_beyond_the_limit(module):
    if module.relative in DATA_TABLES:
        return
    assert len(module.text.splitlines()) <= MAX_LINES


@each_module()
def test_every_file_parses_with_the_grammar_of_python_3_8(module):
    ast.parse(module.text, feature_version=(3, 8))


@each_module()
def test_every_file_has_a_docstring_and_postponed_annotations(module):
    if not module.text.strip():
        return
    assert ast.get_docstring(module.tree)
    if len(module.tree.body) > 1:
        assert "from __future__ import annotations" in module.text


@each_module()
def test_file_names_say_what_is_inside(module):
    if module.relative in OLD_FILES:
        return
    assert module.path.stem not in VAGUE_NAMES


def test_the_package_is_typed():
    assert (PACKAGE / "py.typed").is_file()


def test_the_version_is_written_the_same_in_both_places():
    import depyf

    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.search(r'^version = "(.+)"$', text, re.MULTILINE)
    assert declared is not None
    assert declared.group(1) == depyf.__version__


def test_depyf_brings_no_dependencies():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "\ndependencies = []\n" in text
