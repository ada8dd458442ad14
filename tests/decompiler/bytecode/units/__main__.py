"""Writes the units of the running Python."""

from __future__ import annotations

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.serialize import dumps

from . import HERE, path_of

source = (HERE / "sample.txt").read_text(encoding="utf-8")
unit = CodeUnit.from_code(compile(source, "sample.py", "exec", dont_inherit=True))
path_of(RUNNING).write_text(dumps(unit) + "\n", encoding="utf-8")
