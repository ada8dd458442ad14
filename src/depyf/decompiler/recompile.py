"""Compile decompiled source inside the scopes that its code object needs."""

from __future__ import annotations
import __future__

import ast
import re
import warnings
from contextlib import contextmanager, suppress
from dataclasses import field
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple, cast

from depyf.decompiler.bytecode.held_objects import UnheldNameError, with_objects
from depyf.decompiler.bytecode.name_uses import imported_names
from depyf.decompiler.bytecode.rewriting import with_variable_names, with_variable_order
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

_FUTURE_FLAGS = 0
for _name in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _name).compiler_flag

_STARS = CO_VARARGS | CO_VARKEYWORDS
_MODULE = "<module>"
_OUTER = "__outer"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Reference:
    """The parts of a code object that compiled source has to match.

    Args:
        parameters: the names of all parameters, in the order of ``co_varnames``.
        freevars: the variables that belong to an enclosing function.
        cellvars: the variables that nested functions share.
        flags: ``co_flags``; its bits of ``__future__`` imports are used for compiling.
        counts: the numbers of positional, positional-only and keyword-only parameters.
        imported: the names that the module of the code imports.
    """

    parameters: tuple[str, ...]
    freevars: tuple[str, ...]
    cellvars: tuple[str, ...]
    flags: int
    counts: tuple[int, int, int]
    imported: tuple[str, ...] = ()

    @property
    def signature(self) -> tuple[object, ...]:
        """Return a key that is equal for code with the same arguments."""
        return self.parameters, self.counts, self.flags & _STARS

    @property
    def signature_text(self) -> str:
        """The arguments for messages, such as `(a, b) with 1 keyword-only`."""
        _, positional_only, keyword_only = self.counts
        shown = f"({', '.join(self.parameters)})"
        kinds = [
            f"{positional_only} positional-only" if positional_only else "",
            f"{keyword_only} keyword-only" if keyword_only else "",
            "*" if self.flags & CO_VARARGS else "",
            "**" if self.flags & CO_VARKEYWORDS else "",
        ]
        told = ", ".join(filter(None, kinds))
        return f"{shown} with {told}" if told else shown

    @classmethod
    def of_code(cls, code: CodeType) -> Reference:
        """Build a Reference from a code object."""
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & CO_VARARGS)
        count += bool(code.co_flags & CO_VARKEYWORDS)
        parameters = code.co_varnames[:count]
        counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
        names = parameters, code.co_freevars, code.co_cellvars
        return cls(*names, code.co_flags, counts)

    @classmethod
    def of_unit(cls, unit: CodeUnit) -> Reference:
        """Build a Reference from a CodeUnit."""
        names = unit.parameters, unit.freevars, unit.cellvars
        counts = unit.argcount, unit.posonlyargcount, unit.kwonlyargcount
        return cls(*names, unit.flags, counts, tuple(imported_names(unit)))


@dataclass(frozen=True)
class Text:
    """A decompiled source, and the objects that its names stand for.

    Args:
        source: a bare ``def`` or ``class``, or a module if the name is ``<module>``.
        name: the name that the source defines.
        objects: maps names in the source to the objects that have no literal.
        legal_names: maps names in the source to the names that they stand for, which
            source cannot contain.
        is_indented: the source is indented, as if inside another block.
    """

    source: str
    name: str
    objects: Mapping[str, object] = field(default_factory=dict)
    legal_names: Mapping[str, str] = field(default_factory=dict)
    is_indented: bool = False

    @property
    def module(self) -> str:
        """The source as a module, after a line `if 1:` if it is indented."""
        return "if 1:\n" + self.source if self.is_indented else self.source


class _Lacking(NamedTuple):
    """Free and cell variables of a reference that the compiled source does not have.

    Such variables may be unused: Dynamo keeps the variables of the code that it
    replaces.
    """

    cells: tuple[str, ...] = ()
    free: tuple[str, ...] = ()

    @classmethod
    def of(cls, code: CodeType, reference: Reference) -> _Lacking:
        """Return the variables that the code lacks; none if one has another kind."""
        own = {*code.co_cellvars, *code.co_freevars}
        cells = [one for one in reference.cellvars if one not in code.co_cellvars]
        free = [one for one in reference.freevars if one not in code.co_freevars]
        if own.intersection([*cells, *free]):
            return cls()
        return cls(tuple(cells), tuple(free))

    def statement(self, legal: Mapping[str, str]) -> ast.stmt:
        """Return a statement `if 0: ...` that declares these variables and never runs.

        Args:
            legal: maps names in the code to names in the source, where they differ.
        """
        cells = [legal.get(name, name) for name in self.cells]
        stores = [f"({name} := None)" for name in cells]
        shared = f"lambda: ({', '.join([*cells, ''])})"
        items = [*stores, *self.free, shared] if cells else [*self.free]
        return ast.parse(f"if 0: ({', '.join([*items, ''])})").body[0]


def compile_text(
    text: Text, reference: Reference, *, filename: str = "<decompiled>"
) -> CodeType:
    """Compile a source, and return the code object of the function or class in it.

    The code object contains the objects that the source names. It has the parameters of
    the reference, and its free and cell variables where the names match.

    Args:
        text: the source to compile.
        reference: the code object that the result has to replace.
        filename: the file name of the result.

    Raises:
        SyntaxError: the source is not valid Python.
        ValueError: the source does not define that name, or it names an object at a
            point where no code object can hold one.
    """
    with _quiet(filename):
        code = _compiled(text, reference, _Lacking(), filename)
        lacking = _Lacking.of(code, reference)
        if any(lacking):
            code = _compiled(text, reference, lacking, filename)
    if set(code.co_cellvars) == set(reference.cellvars):
        if set(code.co_freevars) == set(reference.freevars):
            cells = reference.cellvars, reference.freevars
            code = with_variable_order(code, *cells)
    return code


def _compiled(
    text: Text, reference: Reference, lacking: _Lacking, filename: str
) -> CodeType:
    """Compile a source, and put the objects that it names into the code's constants.

    The objects are inserted after compiling, so that code objects among them stay
    unchanged.
    """
    flags = reference.flags & _FUTURE_FLAGS
    tree: ast.Module | None = None
    if any(lacking) or (text.name != _MODULE and reference.freevars):
        # `compile` allows less depth for a tree than for a source, so a tree is used
        # only if it is needed.
        tree = _surrounded(text, reference, lacking)
    code = _code_of(text, reference, tree, flags, filename)
    try:
        return with_objects(code, text.objects)
    except UnheldNameError:
        # Bodies of classes and modules look a name up in their own namespace first, so
        # the names have to be declared global.
        tree = _surrounded(text, reference, lacking)
        _declare(tree, text.objects)
        code = _code_of(text, reference, tree, flags, filename)
        return with_objects(code, text.objects)


def _code_of(
    text: Text,
    reference: Reference,
    tree: ast.Module | None,
    flags: int,
    filename: str,
) -> CodeType:
    imports = ""
    if reference.imported and text.name != _MODULE:
        imports = f"\nimport {', '.join(reference.imported)}\n"
    source: str | ast.Module = text.module + imports
    if tree is not None:
        tree.body.extend(ast.parse(imports).body)
        source = tree
    module: CodeType = compile(source, filename, "exec", flags, dont_inherit=True)
    if text.name == _MODULE:
        return module
    found = next((c for c in _nested(module) if c.co_name == text.name), None)
    if found is None:
        raise ValueError(f"the source does not define {text.name}")
    return with_variable_names(found, text.legal_names)


@contextmanager
def _quiet(filename: str) -> Iterator[None]:
    """Silence warnings about the source with this file name, and nothing else.

    ``warnings.catch_warnings`` would reset the registry of warnings that the program
    has shown already. They would be shown a second time.
    """
    # Python derives the module of a warning from the file name, without its suffix.
    stem = filename[: -len(".py")] if filename.endswith(".py") else filename
    module = re.compile(re.escape(stem))
    quiet = ("ignore", None, Warning, module, 0)
    filters = cast("list[object]", warnings.filters)
    filters.insert(0, quiet)
    try:
        yield
    finally:
        with suppress(ValueError):  # another thread may have reset the filters
            filters.remove(quiet)


# -- scopes around the definition ----------------------------------------------------


def _surrounded(text: Text, reference: Reference, lacking: _Lacking) -> ast.Module:
    """Return the tree of a source, with the scopes around its definition."""
    tree = ast.parse(text.module)
    body = cast("ast.If", tree.body[0]).body if text.is_indented else tree.body
    kept = [node for node in body if not _names_objects(node, text.objects)]
    if text.name == _MODULE:
        tree.body = kept
        return tree
    legal = {real: name for name, real in text.legal_names.items()}
    for node in kept:
        if isinstance(node, _FUNCTIONS) and node.name == text.name and any(lacking):
            node.body.append(lacking.statement(legal))
    # The free variable `.type_params` of a generic class has no legal name. It comes
    # with the type parameters.
    names = [one for one in reference.freevars if one.isidentifier()]
    if names:
        outer = ast.parse(f"def {_OUTER}({', '.join(names)}):\n    pass")
        function = outer.body[0]
        assert isinstance(function, ast.FunctionDef)
        defined = [one.name for one in kept if isinstance(one, _DEFINITIONS)]
        declared = [_global([one], function) for one in defined if one not in names]
        function.body = [*declared, *kept]
        kept = [function]
    tree.body = kept
    return tree


def _names_objects(node: ast.stmt, objects: Mapping[str, object]) -> bool:
    """Return whether a statement only binds names of the given objects."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return all((one.asname or one.name) in objects for one in node.names)
    if isinstance(node, ast.Assign):
        return all(
            isinstance(one, ast.Name) and one.id in objects for one in node.targets
        )
    return False


def _declare(tree: ast.Module, objects: Mapping[str, object]) -> None:
    """Declare names of objects global in the bodies of classes and the module."""
    for node in [tree, *ast.walk(tree)]:
        if isinstance(node, (ast.ClassDef, ast.Module)):
            used = sorted(objects)
            first = 0
            while first < len(node.body) and _comes_first(node.body[first]):
                first += 1
            node.body.insert(first, _global(used, node))


def _global(names: list[str], around: ast.AST) -> ast.Global:
    """Return a `global` statement with the position of the node around it."""
    line, column = getattr(around, "lineno", 1), getattr(around, "col_offset", 0)
    return ast.Global(names, lineno=line, col_offset=column)


def _comes_first(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or a ``__future__`` import."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# -- compiled code ------------------------------------------------------------------


def _nested(code: CodeType) -> Iterator[CodeType]:
    """Yield all code objects nested in a code object, nearest first."""
    pending: list[CodeType] = [code]
    for current in pending:
        for const in current.co_consts:
            if isinstance(const, CodeType):
                yield const
                pending.append(const)
