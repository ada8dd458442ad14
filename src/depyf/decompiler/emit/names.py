"""Choose names that are legal, unique, and the same for the same object.

A `NameTable` is shared by the outermost function and all functions nested in it. Each
function has its own `Names`, with its temporaries and the class around it.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections import Counter
from typing import TYPE_CHECKING, AbstractSet

from depyf.decompiler.emit.objects import constructed, path_of, stem_of
from depyf.decompiler.emit.settings import EmitError, EmitSettings
from depyf.decompiler.emit.stems import made_once, stem_of_value
from depyf.decompiler.ir import intrinsic_operations
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Match, bodies
from depyf.decompiler.ir.statement_tree import (
    bound_names,
    declared_names,
    lists,
    values,
    walk,
)
from depyf.decompiler.ir.value import (
    FunctionParts,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    nodes,
)

if TYPE_CHECKING:
    from depyf.decompiler.emit.function_text import ChildSource, FunctionText
    from depyf.decompiler.ir.statement import Statement

#: The name of the temporary that holds the state of a state machine.
STATE = "state"


def _named(node: Value) -> tuple[Variable, ...]:
    """Return the variables that a node itself names, without its operands."""
    if isinstance(node.payload, Variable):
        return (node.payload,)
    if isinstance(node.payload, UnpackShape):
        return node.payload.targets
    return ()


def is_legal(name: str) -> bool:
    """Return whether ``name`` can be written as a variable."""
    # `__debug__` is an identifier that nothing can be stored in.
    return name.isidentifier() and not keyword.iskeyword(name) and name != "__debug__"


def legal_form(name: str) -> str:
    """Return ``name`` if it is legal, else a similar identifier."""
    if is_legal(name):
        return name
    form = re.sub(r"\W", "_", name).strip("_") or "name"
    if form[0].isdigit():
        form = f"_{form}"
    return form if is_legal(form) else f"{form}_"


class NameTable:
    """The names used in a whole source, and the globals that the source adds.

    Attributes:
        globals: maps names to the constants that are not literals.
        legal_names: maps names in the source to the names that they stand for, which
            source cannot contain.
    """

    def __init__(self, settings: EmitSettings) -> None:
        self.settings = settings
        self.taken: set[str] = set()
        self.globals: dict[str, object] = {}
        self.legal_names: dict[str, str] = {}
        self._constants: dict[Constant, str] = {}
        self._legal: dict[str, str] = {}

    def reserve(self, text: FunctionText, children: ChildSource) -> None:
        """Reserve all names of ``text`` and of all functions nested in it."""
        pending = [text]
        seen: set[int] = set()
        while pending:
            one = pending.pop()
            if id(one) in seen:
                continue
            seen.add(id(one))
            self.taken.update(parameter.name for parameter in one.parameters)
            codes = self._reserve_body(one)
            pending.extend(children(code) for code in codes)

    def _reserve_body(self, text: FunctionText) -> list[object]:
        codes: list[object] = []
        extra = list(text.annotations.values())
        for one in text.parameters:
            extra += [v for v in (one.default, one.annotation) if v is not None]
        for parameter in text.type_parameters:
            extra += [v for v in (parameter.bound, parameter.default) if v is not None]
        for statement in walk(text.body):
            variables = bound_names(statement)
            self.taken.update(one.name for one in variables)
            self.taken.update(declared_names(statement))
            extra += values(statement)
        for value in extra:
            for node in nodes(value):
                for variable in _named(node):
                    if not variable.is_temporary:
                        self.taken.add(variable.name)
                if node.op is MicroOp.FUNCTION:
                    assert isinstance(node.payload, FunctionParts)
                    codes.append(node.payload.code)
        return codes

    def fresh(
        self,
        stem: str,
        also: AbstractSet[str],
        *,
        unnumbered_first: bool = False,
        tried: dict[str, int] | None = None,
    ) -> str:
        """Return a free name ``stem_0``, ``stem_1``, ...; the caller reserves it.

        Args:
            stem: the beginning of the name.
            also: other names that are taken.
            unnumbered_first: first try the stem itself.
            tried: maps stems to a number below which all are taken, to make repeated
                calls fast. It is only valid while no name becomes free.
        """
        if unnumbered_first and is_legal(stem) and stem not in self.taken | also:
            return stem
        number = 0 if tried is None else tried.get(stem, 0)
        while f"{stem}_{number}" in self.taken or f"{stem}_{number}" in also:
            number += 1
        if tried is not None:
            tried[stem] = number
        return f"{stem}_{number}"

    def constant(self, constant: Constant) -> str:
        """Return the name of a constant without literal, or the path to its object."""
        name = self._constants.get(constant)
        if name is None:
            name = self._constants[constant] = self._object(
                self.settings.object_of(constant.value)
            )
        return name

    def _object(self, value: object) -> str:
        intrinsic = intrinsic_operations.name_of(value)
        path = path_of(value) if self.settings.dotted and not intrinsic else None
        if path is not None:
            is_builtin = path.module == "builtins" and path.qualname not in self.taken
            return path.qualname if is_builtin else str(path)
        if self.settings.dotted and not intrinsic:
            call = constructed(value)
            if call:
                return call
        stem, is_name = (intrinsic, True) if intrinsic else stem_of(value)
        avoided = self.settings.avoid.union(vars(builtins))
        name = self.fresh(stem, avoided, unnumbered_first=is_name)
        self.taken.add(name)
        self.globals[name] = value
        return name

    def builtin(self, name: str) -> str:
        """Return the name for a builtin that the code contains as a constant.

        It is the builtin's own name, unless the program uses that name for something
        else.
        """
        value = getattr(builtins, name)
        known = self.globals.get(name)
        if known is not value and (name in self.taken or name in self.settings.avoid):
            return self.constant(Constant(value))
        self.taken.add(name)
        self.globals[name] = value
        return name

    def legal(self, name: str) -> str:
        """Return ``name``, or the identifier that replaces it everywhere."""
        if is_legal(name):
            return name
        if name not in self._legal:
            form = legal_form(name)
            chosen = form if form not in self.taken else self.fresh(form, set())
            self.taken.add(chosen)
            self._legal[name] = chosen
            self.legal_names[chosen] = name
        return self._legal[name]

    def global_name(self, name: str) -> str:
        """Return the short name of a global, or the full one if the short is taken."""
        short = self.settings.rename.get(name)
        if short is None or (short in self.taken and short != name):
            return name
        return short


class Names:
    """The names of one function.

    Args:
        table: the names shared with the functions around and inside this one.
        class_name: the innermost class around it, which mangles private names.
    """

    def __init__(self, table: NameTable, class_name: str | None) -> None:
        self.table = table
        self.class_name = class_name
        self._temporaries: dict[Variable, str] = {}
        self._own: set[str] = set()
        self._tried: dict[str, int] = {}
        self._used_soon: set[Variable] = set()
        self._made: set[str] = set()
        self._shared: set[str] = set()

    def prepare(self, text: FunctionText, children: ChildSource) -> None:
        """Name the temporaries of ``text``, in the order of its statements."""
        self._used_soon = _used_soon(text.body)
        self._made = made_once(text.body)
        for statement in walk(text.body):
            for value in values(statement):
                for node in nodes(value):
                    if node.op is not MicroOp.LOAD:
                        self._name_temporaries(node, children)
            stem = "item" if isinstance(statement, Match) else "exception"
            for variable in bound_names(statement):
                if variable.is_temporary:
                    self._temporary(variable, stem)

    def _name_temporaries(self, node: Value, children: ChildSource) -> None:
        if node.op is MicroOp.STORE and node.variable.is_temporary:
            if node.variable.name == STATE:
                self._temporary(node.variable, STATE, is_name=True)
            else:
                stem, is_name = stem_of_value(node.operands[0], children)
                is_name = is_name or stem in self._made
                if is_name and node.variable in self._used_soon:
                    self._share(node.variable, stem)
                self._temporary(node.variable, stem, is_name=is_name)
            return
        stem = "item" if isinstance(node.payload, UnpackShape) else "tmp"
        for variable in _named(node):
            if variable.is_temporary:
                self._temporary(variable, stem)

    def _share(self, variable: Variable, stem: str) -> None:
        """Let functions share a name if each is used before the next one is created.

        A ``def`` with another name would create another function.
        """
        if stem in self._shared:
            self._temporaries[variable] = stem
        elif is_legal(stem) and stem not in self.table.taken | self._own:
            self._shared.add(stem)

    def _temporary(
        self, variable: Variable, stem: str, *, is_name: bool = False
    ) -> str:
        name = self._temporaries.get(variable)
        if name is None:
            prefix = self.table.settings.temp_prefix
            if prefix is None:
                name = self.table.fresh(
                    stem, self._own, unnumbered_first=is_name, tried=self._tried
                )
            else:
                name = self._prefixed(prefix)
            self._own.add(name)
            self._temporaries[variable] = name
        return name

    def _prefixed(self, prefix: str) -> str:
        number = len(self._own) + 1
        while f"{prefix}{number}" in self.table.taken | self._own:
            number += 1
        return f"{prefix}{number}"

    def variable(self, variable: Variable) -> str:
        """Return the name to print for a variable."""
        if variable.is_temporary:
            return self._temporary(variable, "tmp")
        if variable.kind is VariableKind.GLOBAL:
            shown = self.table.global_name(variable.name)
            if not is_legal(shown):
                raise EmitError(f"global {shown!r} is no identifier")
            return self.unmangled(shown)
        return self.local(variable.name)

    def local(self, name: str) -> str:
        """Return the name to print for a local variable or parameter."""
        return self.table.legal(self.unmangled(name))

    def unmangled(self, name: str) -> str:
        """Return a name without mangling, as it is written inside the class."""
        stripped = (self.class_name or "").lstrip("_")
        prefix = f"_{stripped}__"
        if not stripped or not name.startswith(prefix) or name.endswith("__"):
            return name
        return name[len(prefix) - 2 :]

    def attribute(self, name: str) -> str | None:
        """Return the name to print for an attribute; None if it is no identifier."""
        return self.unmangled(name) if is_legal(name) else None

    def inside(self, text: FunctionText) -> Names:
        """Return the names to use in a function or class nested in this one."""
        is_class = text.kind is CodeKind.CLASS
        return Names(self.table, text.name if is_class else self.class_name)


def _used_soon(body: list[Statement]) -> set[Variable]:
    """Return temporaries that store a function and are read only shortly after."""
    if not any(_makes_function(one) for each in walk(body) for one in values(each)):
        return set()
    reads: Counter[Variable] = Counter()
    followed: set[Variable] = set()
    for part in lists(body):
        made: set[Variable] = set()
        for statement in part:
            found = values(statement)
            read = [
                node.variable
                for value in found
                for node in nodes(value)
                if node.op is MicroOp.LOAD
            ]
            reads.update(read)
            followed |= made.intersection(read)
            if bodies(statement):
                made.clear()
            made.update(one.variable for one in found if _makes_function(one))
    return {variable for variable in followed if reads[variable] == 1}


def _makes_function(value: Value) -> bool:
    """Return whether a value stores a function in a temporary."""
    return value.stores_temporary and value.operands[0].op is MicroOp.FUNCTION
