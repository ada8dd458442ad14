"""`depyf.Decompiler`: the class that older programs use, on top of `decompile_code`."""

from __future__ import annotations

import dis
from types import CodeType
from typing import TYPE_CHECKING, Callable, Union

from depyf.decompiler import Decompiled, compile_decompiled, decompile_code
from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.opcodes import table_of
from depyf.decompiler.bytecode.rewriting import in_file
from depyf.explain.utils import write_under_free_number

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Decompiler"]

Target = Union[CodeType, Callable[..., object]]

# The default of old, which nobody chose: temporaries get readable names instead.
OLD_PREFIX = "__temp_"


class Decompiler:
    """One code object and the ways to turn it into source.

    Args:
        code: a code object, or anything that runs one.
    """

    def __init__(self, code: Target) -> None:
        self.code = code

    def decompile(
        self,
        indentation: int = 4,
        temp_prefix: str = OLD_PREFIX,
        overwite_fn_name: str | None = None,
    ) -> str:
        """Returns the source of the code.

        Args:
            indentation: spaces per level.
            temp_prefix: how names of temporaries begin; with the default they get
                readable names.
            overwite_fn_name: the name to print (spelt as existing callers spell it).
        """
        return _decompiled(self.code, overwite_fn_name, indentation, temp_prefix).source

    @staticmethod
    def supported_opnames() -> list[str]:
        """Returns the instructions of the running Python that depyf understands."""
        return sorted(dis.opmap.keys() & table_of(RUNNING).keys())

    @staticmethod
    def decompile_and_compile_like(
        code_to_decompile: CodeType,
        reference_code: CodeType,
        indentation: int = 4,
        temp_prefix: str = OLD_PREFIX,
        filepath_template: str | None = None,
    ) -> CodeType:
        """Decompiles a code object and compiles the result in another's context.

        The result is proved to do what ``code_to_decompile`` does, and holds its
        objects. It may take the place of ``reference_code``: arguments, free and cell
        variables are the same.

        Args:
            code_to_decompile: what to read.
            reference_code: whose name and variables the result has.
            indentation: spaces per level.
            temp_prefix: how names of temporaries begin.
            filepath_template: a path with one `%s` for a number. The source is written
                there, and the function bears the file's stem.

        Raises:
            DecompilationError: the code takes other arguments than the reference, or
                has no text that is proved to do the same.
        """

        def named(name: str) -> Decompiled:
            return _decompiled(
                code_to_decompile, name, indentation, temp_prefix, reference_code
            )

        def source_for(path: Path) -> str:
            return named(path.stem).source

        def compiled(decompiled: Decompiled) -> CodeType:
            return compile_decompiled(
                decompiled, code_to_decompile, reference=reference_code
            )

        if filepath_template is None:
            code = compiled(named(reference_code.co_name))
            return code.replace(co_name=reference_code.co_name)
        path = write_under_free_number(source_for, filepath_template)
        decompiled = named(path.stem)
        held = set(map(id, decompiled.globals.values()))
        made = compiled(decompiled)
        return in_file(made, str(path), lambda constant: id(constant) in held)


def _decompiled(
    target: Target,
    name: str | None,
    indentation: int,
    temp_prefix: str,
    reference: CodeType | None = None,
) -> Decompiled:
    return decompile_code(
        target,
        name=name,
        indentation=indentation,
        temp_prefix=None if temp_prefix == OLD_PREFIX else temp_prefix,
        reference=reference,
    )
