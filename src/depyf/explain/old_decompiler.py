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

# The default of depyf 0.x. Whoever passes it made no choice, so temporaries get
# readable names instead.
OLD_PREFIX = "__temp_"


class Decompiler:
    """Turns one code object into source.

    Args:
        code: a code object, or a function, method or other object that has one.
    """

    def __init__(self, code: Target) -> None:
        self.code = code

    def decompile(
        self,
        indentation: int = 4,
        temp_prefix: str = OLD_PREFIX,
        overwite_fn_name: str | None = None,
    ) -> str:
        """Return the source of the code.

        Args:
            indentation: spaces per level.
            temp_prefix: the prefix of the names of temporaries. With the default, they
                get readable names.
            overwite_fn_name: the name to print (spelt as existing callers spell it).
        """
        return _decompiled(self.code, overwite_fn_name, indentation, temp_prefix).source

    @staticmethod
    def supported_opnames() -> list[str]:
        """Return the names of this Python's instructions that depyf understands."""
        return sorted(dis.opmap.keys() & table_of(RUNNING).keys())

    @staticmethod
    def decompile_and_compile_like(
        code_to_decompile: CodeType,
        reference_code: CodeType,
        indentation: int = 4,
        temp_prefix: str = OLD_PREFIX,
        filepath_template: str | None = None,
    ) -> CodeType:
        """Decompile a code object; compile the source to substitute ``reference_code``.

        The result is proved to do what ``code_to_decompile`` does, and holds the same
        objects. It can replace ``reference_code`` in a function: its arguments, free
        variables and cell variables are the same.

        Args:
            code_to_decompile: the code object to decompile.
            reference_code: the code object to replace; the result has its name and
                variables.
            indentation: spaces per level.
            temp_prefix: the prefix of the names of temporaries.
            filepath_template: a path with one `%s` for a number. The source is written
                to this path, and the function is named after the file's stem.

        Raises:
            DecompilationError: the two code objects take different arguments, or no
                source is proved to do the same as the code.
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
