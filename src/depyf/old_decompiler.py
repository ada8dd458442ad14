"""`depyf.Decompiler`: the class that older programs use, on top of `decompile_code`."""

from __future__ import annotations

import dis
import io
import tokenize
from types import CodeType
from typing import TYPE_CHECKING, Callable, Union

from depyf.bytecode.behaviour import RUNNING
from depyf.bytecode.opcodes import table_of
from depyf.decompiler import compile_decompiled, decompile_code
from depyf.explain.utils import write_under_free_number

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Decompiler"]

Target = Union[CodeType, Callable[..., object]]

EMITTED_INDENTATION = 4


class Decompiler:
    """One code object and the ways to turn it into source.

    Args:
        code: a code object, or anything that runs one.
    """

    def __init__(self, code: Target) -> None:
        self.code = code

    def decompile(
        self,
        indentation: int = EMITTED_INDENTATION,
        temp_prefix: str = "__temp_",
        overwite_fn_name: str | None = None,
    ) -> str:
        """Returns the source of the code.

        Args:
            indentation: spaces per level.
            temp_prefix: without effect; a temporary is named so that it clashes with
                nothing.
            overwite_fn_name: the name to print (spelt as existing callers spell it).
        """
        del temp_prefix
        decompiled = decompile_code(self.code, name=overwite_fn_name)
        return reindented(decompiled.source, indentation)

    @staticmethod
    def supported_opnames() -> list[str]:
        """Returns the instructions of the running Python that depyf understands."""
        return sorted(dis.opmap.keys() & table_of(RUNNING).keys())

    @staticmethod
    def decompile_and_compile_like(
        code_to_decompile: CodeType,
        reference_code: CodeType,
        indentation: int = EMITTED_INDENTATION,
        temp_prefix: str = "__temp_",
        filepath_template: str | None = None,
    ) -> CodeType:
        """Decompiles a code object and compiles the result in another's context.

        Args:
            code_to_decompile: what to read.
            reference_code: whose free variables and class context the result has.
            indentation: spaces per level.
            temp_prefix: without effect.
            filepath_template: a path with one `%s` for a number. The source is written
                there, and the function bears the file's stem.
        """
        del temp_prefix
        if filepath_template is None:
            decompiled = decompile_code(code_to_decompile, name=reference_code.co_name)
            return compile_decompiled(decompiled, reference_code)

        def source_named_like(path: Path) -> str:
            decompiled = decompile_code(code_to_decompile, name=path.stem)
            return reindented(decompiled.source, indentation)

        path = write_under_free_number(source_named_like, filepath_template)
        decompiled = decompile_code(code_to_decompile, name=path.stem)
        code = compile_decompiled(decompiled, reference_code)
        return in_file(code, str(path))


def in_file(code: CodeType, filename: str) -> CodeType:
    """Returns the same code, and the code nested in it, as compiled from a file."""
    constants = tuple(
        in_file(constant, filename) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(co_filename=filename, co_consts=constants)


def reindented(source: str, indentation: int) -> str:
    """Returns the source with another number of spaces per level.

    Only lines that begin a statement move; the inside of a long string stays.
    """
    if indentation == EMITTED_INDENTATION:
        return source
    lines = source.split("\n")
    level = 0
    at_line_start = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.INDENT:
            level += 1
        elif token.type == tokenize.DEDENT:
            level -= 1
        elif at_line_start and token.type not in _EMPTY:
            row = token.start[0] - 1
            lines[row] = " " * (indentation * level) + lines[row].lstrip(" ")
        at_line_start = token.type in _BEFORE_A_STATEMENT or (
            at_line_start and token.type in _BETWEEN_STATEMENTS
        )
    return "\n".join(lines)


_EMPTY = {tokenize.NL, tokenize.ENDMARKER}
_BEFORE_A_STATEMENT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
_BETWEEN_STATEMENTS = {tokenize.NL, tokenize.COMMENT}
