"""Compile decompiled source inside the scopes that a code object needs."""

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
    """The code object that compiled source is compared with.

    Args:
        parameters: all parameters, in the order of a code object.
        freevars: variables that an enclosing function owns.
        cellvars: variables that inner functions share.
        flags: ``co_flags``, of which ``__future__`` imports count.
        counts: of positional, positional-only and keyword-only parameters.
        imported: names that the module of the text imports.
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
        """The arguments, for messages."""
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
        source: a bare ``def`` or ``class``, or a module for name ``<module>``.
        name: the name that it defines.
        objects: what the names of constants without a literal stand for.
        legal_names: by their form in the text, names that no text can hold.
        is_indented: the text stands as if inside of another block.
    """

    source: str
    name: str
    objects: Mapping[str, object] = field(default_factory=dict)
    legal_names: Mapping[str, str] = field(default_factory=dict)
    is_indented: bool = False

    @property
    def module(self) -> str:
        """Source that compiles: one line longer if it is indented."""
        return "if 1:\n" + self.source if self.is_indented else self.source


class _Lacking(NamedTuple):
    """Variables of a reference that the compiled source lacks.

    They may be unused there: Dynamo keeps the variables of the code that it replaces.
    """

    cells: tuple[str, ...] = ()
    free: tuple[str, ...] = ()

    @classmethod
    def of(cls, code: CodeType, reference: Reference) -> _Lacking:
        """Return the variables that the code lacks; none if a kind differs."""
        own = {*code.co_cellvars, *code.co_freevars}
        cells = [one for one in reference.cellvars if one not in code.co_cellvars]
        free = [one for one in reference.freevars if one not in code.co_freevars]
        if own.intersection([*cells, *free]):
            return cls()
        return cls(tuple(cells), tuple(free))

    def statement(self, legal: Mapping[str, str]) -> ast.stmt:
        """Return a statement that never runs and declares these variables.

        Args:
            legal: how the text writes names that no text can hold.
        """
        cells = [legal.get(name, name) for name in self.cells]
        stores = [f"({name} := None)" for name in cells]
        shared = f"lambda: ({', '.join([*cells, ''])})"
        items = [*stores, *self.free, shared] if cells else [*self.free]
        return ast.parse(f"if 0: ({', '.join([*items, ''])})").body[0]


def compile_text(
    text: Text, reference: Reference, *, filename: str = "<decompiled>"
) -> CodeType:
    """Return executable code of the function or class that a source defines.

    It holds the objects that the text names, and has the parameters, free and cell
    variables of the code that it stands for, as far as it has variables of these names.

    Args:
        text: what to compile.
        reference: what the code is to stand for.
        filename: of the new code.

    Raises:
        SyntaxError: the text is no Python.
        ValueError: the source defines nothing of that name, or names an object where no
            code can hold it.
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
    """Return the code, with the objects in its constants.

    They come last: code among them is to stay as it is.
    """
    flags = reference.flags & _FUTURE_FLAGS
    tree: ast.Module | None = None
    if any(lacking) or (text.name != _MODULE and reference.freevars):
        # Trees of Python objects allow less depth than text: only where they must be.
        tree = _surrounded(text, reference, lacking)
    code = _code_of(text, reference, tree, flags, filename)
    try:
        return with_objects(code, text.objects)
    except UnheldNameError:
        # Bodies of classes and modules look names up in their own namespace first.
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
    """Silence warnings about this file's source, with no other effect.

    ``warnings.catch_warnings`` would reset the program's once-per-location registry:
    warnings that it has shown already would come again.
    """
    # Python takes the module of a warning from the file name, without its suffix.
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


# -- surroundings ------------------------------------------------------------------


def _surrounded(text: Text, reference: Reference, lacking: _Lacking) -> ast.Module:
    """Return the tree of a source with the scopes around its definition."""
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
    # `.type_params` of a generic class comes with its type parameters.
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
    """Return whether a statement only names objects."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return all((one.asname or one.name) in objects for one in node.names)
    if isinstance(node, ast.Assign):
        return all(
            isinstance(one, ast.Name) and one.id in objects for one in node.targets
        )
    return False


def _declare(tree: ast.Module, objects: Mapping[str, object]) -> None:
    """Declare names global in the bodies of classes and of the module."""
    for node in [tree, *ast.walk(tree)]:
        if isinstance(node, (ast.ClassDef, ast.Module)):
            used = sorted(objects)
            first = 0
            while first < len(node.body) and _comes_first(node.body[first]):
                first += 1
            node.body.insert(first, _global(used, node))


def _global(names: list[str], around: ast.AST) -> ast.Global:
    """Return a declaration on the line of the statement around it."""
    line, column = getattr(around, "lineno", 1), getattr(around, "col_offset", 0)
    return ast.Global(names, lineno=line, col_offset=column)


def _comes_first(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or a ``__future__`` import."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# -- results -----------------------------------------------------------------------


def _nested(code: CodeType) -> Iterator[CodeType]:
    """Yield nested code objects, nearest first."""
    pending: list[CodeType] = [code]
    for current in pending:
        for const in current.co_consts:
            if isinstance(const, CodeType):
                yield const
                pending.append(const)
