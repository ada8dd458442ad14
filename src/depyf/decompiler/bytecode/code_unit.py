"""Define CodeUnit, an immutable snapshot of a code object and its nested code.

All later steps work on snapshots. So code of one CPython can be lifted and printed on
another one, and no code object is kept alive.
"""

from __future__ import annotations
import __future__

import inspect
from dataclasses import field
from types import CodeType
from typing import Any, Callable, Hashable, Iterator

from depyf.decompiler.bytecode.behaviour import (
    RUNNING,
    Behaviour,
    Version,
    behaviour_of,
)
from depyf.decompiler.bytecode.disassemble import Instruction, disassemble
from depyf.decompiler.bytecode.exception_table import (
    ExceptionEntry,
    parse_exception_table,
)
from depyf.decompiler.bytecode.identity import CO_HAS_DOCSTRING, identity
from depyf.records import dataclass

_STOP_ITERATION_ERROR = 3
#: Fields that are copied from a code object, whose attributes have the prefix ``co_``.
PLAIN = (
    *("name", "filename", "firstlineno", "flags", "stacksize"),
    *("argcount", "posonlyargcount", "kwonlyargcount"),
)
NAME_TABLES = ("varnames", "cellvars", "freevars", "names")


@dataclass(frozen=True, eq=False)
class CodeUnit:
    """A code object as data.

    Args:
        version: the CPython version that the code is for.
        name: ``co_name``.
        qualname: ``co_qualname``; the name up to 3.10, which has no such attribute.
        filename: ``co_filename``.
        firstlineno: ``co_firstlineno``.
        argcount: positional parameters, positional-only ones included.
        posonlyargcount: positional-only parameters.
        kwonlyargcount: keyword-only parameters.
        flags: ``co_flags``.
        stacksize: ``co_stacksize``.
        varnames: names of locals, parameters first.
        cellvars: names of locals that inner functions share.
        freevars: names of variables of enclosing functions.
        names: names of globals, attributes and modules.
        consts: constants; nested code objects are replaced by CodeUnits.
        instructions: all instructions, in order.
        exceptions: entries of the exception table (3.11 and later).
        size: length of ``co_code`` in bytes.
        identity: the key of `bytecode.identity`; None if the code is not of the running
            Python.
    """

    version: Version
    name: str
    qualname: str
    filename: str
    firstlineno: int
    argcount: int
    posonlyargcount: int
    kwonlyargcount: int
    flags: int
    stacksize: int
    varnames: tuple[str, ...]
    cellvars: tuple[str, ...]
    freevars: tuple[str, ...]
    names: tuple[str, ...]
    consts: tuple[object, ...]
    instructions: tuple[Instruction, ...]
    exceptions: tuple[ExceptionEntry, ...]
    size: int
    identity: Hashable = field(default=None, repr=False)

    @classmethod
    def from_code(
        cls, code: CodeType, nested: Callable[[CodeType], CodeUnit] | None = None
    ) -> CodeUnit:
        """Return the snapshot of a code object of the running Python.

        Args:
            code: the code object.
            nested: returns the snapshot of a nested code object. By default, a new
                snapshot is made once for each nested code object.

        Raises:
            ValueError: the code has more arguments than variable names.
        """
        _check_arguments(code)
        make = nested or _EachOnce()
        consts = tuple(
            make(const) if isinstance(const, CodeType) else const
            for const in code.co_consts
        )
        plain: dict[str, Any] = {
            name: getattr(code, f"co_{name}") for name in (*PLAIN, *NAME_TABLES)
        }
        return cls(
            version=RUNNING,
            qualname=getattr(code, "co_qualname", code.co_name),
            consts=consts,
            instructions=disassemble(code, consts),
            exceptions=parse_exception_table(getattr(code, "co_exceptiontable", b"")),
            size=len(code.co_code),
            identity=identity(code),
            **plain,
        )

    @property
    def behaviour(self) -> Behaviour:
        """The facts about the CPython version that the code is for."""
        return behaviour_of(self.version)

    @property
    def children(self) -> tuple[CodeUnit, ...]:
        """The nested code units, in the order of the constants."""
        return tuple(const for const in self.consts if isinstance(const, CodeUnit))

    def walk(self) -> Iterator[CodeUnit]:
        """Yield this unit and all nested ones, outer before inner."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of all parameters: positional, keyword-only, ``*args``, ``**kw``."""
        count = self.argcount + self.kwonlyargcount
        count += bool(self.flags & inspect.CO_VARARGS)
        count += bool(self.flags & inspect.CO_VARKEYWORDS)
        return self.varnames[:count]

    @property
    def is_generator(self) -> bool:
        """Whether the code is that of a generator function."""
        return bool(self.flags & inspect.CO_GENERATOR)

    @property
    def is_bare_generator(self) -> bool:
        """True for a generator whose StopIteration does not become a RuntimeError.

        From 3.12 on, all generators have a handler for this except a few lambdas.
        """
        if not self.is_generator or not self.behaviour.stop_iteration_handled:
            return False
        wrapper = ("CALL_INTRINSIC_1", _STOP_ITERATION_ERROR)
        return all((one.opname, one.arg) != wrapper for one in self.instructions)

    @property
    def iterates(self) -> bool:
        """Whether the code has a loop over an iterator, as every comprehension has.

        In a comprehension that torch has compiled, the loop is unrolled.
        """
        return any(one.opname == "FOR_ITER" for one in self.instructions)

    @property
    def is_coroutine(self) -> bool:
        """Whether the code is that of an ``async def`` without ``yield``."""
        return bool(self.flags & inspect.CO_COROUTINE)

    @property
    def is_async_generator(self) -> bool:
        """Whether the code is that of an ``async def`` with ``yield``."""
        return bool(self.flags & inspect.CO_ASYNC_GENERATOR)

    @property
    def is_optimized(self) -> bool:
        """True for the body of a function, False for that of a module or class."""
        return bool(self.flags & inspect.CO_OPTIMIZED)

    @property
    def has_text_annotations(self) -> bool:
        """True for code compiled with ``from __future__ import annotations``."""
        flag = __future__.annotations.compiler_flag
        return bool(self.flags & flag)

    @property
    def docstring(self) -> object:
        """The docstring in the constants of the code, or None."""
        if not self.is_optimized or not self.consts or self.name.startswith("<"):
            # Lambdas, comprehensions and type parameters have no docstring.
            return None
        if self.behaviour.docstring_is_flagged and not self.flags & CO_HAS_DOCSTRING:
            return None
        first = self.consts[0]
        return first if isinstance(first, str) else None


class _EachOnce:
    """Makes one snapshot for each code object, even if it is nested twice.

    Dynamo of torch 2.2 to 2.6 puts one code object into the constants of several
    others.
    """

    def __init__(self) -> None:
        self._known: dict[int, CodeUnit] = {}

    def __call__(self, code: CodeType) -> CodeUnit:
        if id(code) not in self._known:
            self._known[id(code)] = CodeUnit.from_code(code, self)
        return self._known[id(code)]


def _check_arguments(code: CodeType) -> None:
    """Check that each argument has a name; a damaged file may claim millions.

    Raises:
        ValueError: some arguments have no name.
    """
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & inspect.CO_VARARGS)
    count += bool(code.co_flags & inspect.CO_VARKEYWORDS)
    names = len(code.co_varnames)
    lowest = min(code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount)
    if count > names or lowest < 0 or code.co_posonlyargcount > code.co_argcount:
        raise ValueError(f"{count} arguments, {names} names")
