"""Implement `depyf debug`: run a program twice, the second time in a debugger.

The first run, in a process of its own, writes the files. The second run pauses before
the program's first statement, so that breakpoints can be set in these files. It writes
the same files with the same lines, so the breakpoints are hit.
"""

from __future__ import annotations

import ast
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Sequence

from depyf.cli import tell
from depyf.cli.program import Program, run_program
from depyf.decompiler.bytecode.line_table import lines_by_unit
from depyf.decompiler.bytecode.rewriting import relocate
from depyf.model.python_text import is_literal
from depyf.reading.children import python_for_program
from depyf.stepping.breakpoints import where_to_break_in

if TYPE_CHECKING:
    from types import CodeType

# The second statement does nothing: see `_with_pause`.
_PAUSE = "__import__('sys').breakpointhook()\n__import__"


def debug_program(
    arguments: Sequence[str], *, as_module: bool, directory: str, again: bool
) -> int:
    """Run a program to write its files, then in a debugger; return the exit code.

    Args:
        arguments: the script or module, then the program's own arguments.
        as_module: whether the first argument names a module.
        directory: the directory to write the files to.
        again: whether to skip the first run and use the files that are there.
    """
    target = Path(directory).resolve()
    if not again:
        tell(f"first run, which writes the files to {directory}")
        _run_apart(arguments, as_module=as_module, directory=directory)
    for line in where_to_break_in([target]):
        tell(line)
    tell("second run; it pauses before the program's first statement")
    return run_program(
        arguments,
        as_module=as_module,
        directory=directory,
        provenance=False,
        prepared=pausing_first,
    )


def _run_apart(arguments: Sequence[str], *, as_module: bool, directory: str) -> None:
    flags = ["--no-provenance", "--out", directory, *["-m"] * as_module]
    command = python_for_program("depyf", ["run", *flags, *arguments])
    done = subprocess.run(command, check=False)
    if done.returncode:
        tell(f"the first run ended with exit code {done.returncode}")


def pausing_first(program: Program) -> Program:
    """Return the program with a pause before its first statement.

    A module without source stays as it is.
    """
    if program.source is None:
        return program
    return replace(program, code=_with_pause(program.source, program.code))


def _with_pause(source: bytes | str, code: CodeType) -> CodeType:
    """Return the program's code with a pause on the line of its first statement.

    Some debuggers stop at the call itself, others at the next line event. So the call
    and the statement have the same line, and an instruction without a line stands
    between them. Thus the statement causes a line event of its own. Line tables before
    Python 3.10 cannot hold such an instruction: there the call gets the line before.
    """
    tree = ast.parse(source, code.co_filename)
    first = _first_statement(tree.body)
    line = tree.body[first].lineno if first < len(tree.body) else 1
    call, nothing = ast.parse(_PAUSE).body
    unused = 2 + max((node.end_lineno or 0 for node in tree.body), default=0)
    ast.increment_lineno(call, line - 1)
    ast.increment_lineno(nothing, unused - 2)
    tree.body[first:first] = [call, nothing]
    made = compile(tree, code.co_filename, "exec", dont_inherit=True)
    lines = lines_by_unit(made)
    start = lines.index(line)

    def moved(line_of_call: int) -> CodeType:
        def line_of(offset: int) -> int:
            unit = offset // 2
            shown = lines[unit] or 0
            if shown == unused:
                return 0
            return line_of_call if start <= unit < lines.index(unused) else shown

        return relocate(made, made.co_filename, line_of, made.co_firstlineno)

    wanted = moved(line)
    return wanted if None in lines_by_unit(wanted) else moved(line - 1)


def _first_statement(body: Sequence[ast.stmt]) -> int:
    """Return the index of the first statement before which the pause may stand.

    It must stand after a docstring and after imports from ``__future__``.
    """
    for number, statement in enumerate(body):
        is_text = number == 0 and is_literal(statement)
        is_future = (
            isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        )
        if not (is_text or is_future):
            return number
    return len(body)
