"""Compiles decompiled text in the surroundings that a code object cannot show."""

from __future__ import annotations
import __future__

import ast
import re
import warnings
from contextlib import contextmanager, suppress
from types import CodeType
from typing import Iterator, Sequence, cast

_FUTURE_FLAGS = 0
for _name in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _name).compiler_flag

_OUTER = "__outer"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def compile_text(
    source: str,
    name: str,
    freevars: Sequence[str],
    flags: int,
    *,
    filename: str = "<decompiled>",
    imported: Sequence[str] = (),
) -> CodeType:
    """Returns the code object of the function or class that ``source`` defines.

    Args:
        source: a bare ``def`` or ``class``, or a module for name ``<module>``.
        name: name of the definition.
        freevars: variables that an enclosing function owns; one is put around.
        flags: ``co_flags`` of the original, for its ``__future__`` imports.
        filename: of the new code.
        imported: names that the module of the text imports.

    Raises:
        SyntaxError: the text is no Python.
        ValueError: the text defines nothing of that name.
    """
    future = flags & _FUTURE_FLAGS
    imports = f"\nimport {', '.join(imported)}\n" if imported else ""
    with _quiet(filename):
        # Trees of Python objects allow less depth than text: only where they must be.
        text: str | ast.Module = source
        if name != "<module>" and freevars:
            text = _inside_function(ast.parse(source, filename), freevars)
            text.body.extend(ast.parse(imports).body)
        elif name != "<module>":
            text = source + imports
        module: CodeType = compile(text, filename, "exec", future, dont_inherit=True)
    if name == "<module>":
        return module
    found = _find(module, name)
    if found is None:
        message = f"the text defines no {name}"
        raise ValueError(message)
    return found


@contextmanager
def _quiet(filename: str) -> Iterator[None]:
    """No warning about the text of this file, and no other effect.

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


def _inside_function(tree: ast.Module, freevars: Sequence[str]) -> ast.Module:
    """The definitions inside of a function that owns the free variables."""
    # `.type_params` of a generic class comes with its type parameters.
    names = [one for one in freevars if one.isidentifier()]
    outer = ast.parse(f"def {_OUTER}({', '.join(names)}):\n    pass")
    function = outer.body[0]
    assert isinstance(function, ast.FunctionDef)
    defined = [one.name for one in tree.body if isinstance(one, _DEFINITIONS)]
    declared = [ast.Global([one]) for one in defined if one not in names]
    function.body = [*declared, *tree.body]
    ast.fix_missing_locations(outer)
    return outer


def _find(module: CodeType, name: str) -> CodeType | None:
    for code in _nested(module):
        if code.co_name == name:
            return code
    return None


def _nested(code: CodeType) -> Iterator[CodeType]:
    """Code objects by depth, nearest first."""
    pending: list[CodeType] = [code]
    for current in pending:
        for const in current.co_consts:
            if isinstance(const, CodeType):
                yield const
                pending.append(const)
