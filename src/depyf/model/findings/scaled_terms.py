"""Multiply by a varying number where torch takes it as a constant argument.

torch compiles the number in ``x.add(y, alpha=n)`` as a constant, even if it is a symbol
before.  In ``x.add(y * n)``, which is the same, it stays a symbol, or may be a tensor.
The same holds for the slope of `leaky_relu`, and for `where` instead.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.number_indexes import first_of_lines, needing
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.rewriting import source_in, with_parts_replaced
from depyf.model.findings.rule import Cure
from depyf.model.findings.static_option import not_dynamic
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.model.findings.user_names import reached

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

# The keyword of the number, and the position of the scaled tensor from the end.
_SCALED = {
    "add": ("alpha", -1),
    "sub": ("alpha", -1),
    "addcmul": ("value", -2),
    "addcdiv": ("value", -2),
}
# The parameter that takes only a number, and the same result as a formula.
_FORMULAS = {
    "leaky_relu": ("negative_slope", "torch.where({x} > 0, {x}, {x} * {n})"),
    "elu": ("alpha", "torch.where({x} > 0, {x}, {n} * torch.expm1({x}))"),
}
_SIMPLE = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_PASSES = 3  # assignments from the value to the number


class Scaling(NamedTuple):
    """The calls of a function that take a varying number as a constant.

    Attributes:
        file: the path of the file.
        lines: the number of each line with such a call, and the line that multiplies.
    """

    file: str
    lines: tuple[tuple[int, str], ...]


@once_each
def scaling(group: Group) -> Scaling | None:
    """Return the lines that use a varying number as a constant factor, or None."""
    file, _, function = needing(group)
    value = reached(group.run, group.frame, group.first)
    if file is None or function is None or value is None:
        return None
    names = _derived(function, value.key)
    calls = [
        one
        for one in ast.walk(function)
        if isinstance(one, ast.Call) and one.lineno == one.end_lineno
        if _reads(_number(one), names)
    ]
    alone = [one for one in calls if [x.lineno for x in calls].count(one.lineno) == 1]
    lines = tuple(with_parts_replaced(alone, index_of(file).lines, _multiplied))
    return Scaling(file.file, lines) if lines else None


def multiplied(group: Group) -> Cure:
    """Return the edit of the first line that scales, with a note on the others."""
    found = scaling(group)
    if found is None:
        return Cure()
    cure = first_of_lines(group, found.file, found.lines)
    files = program_files(group.run)
    if not any(any(not_dynamic(index_of(file).tree)) for file in files):
        return cure
    kept = f"and make `{group.source}` a tensor, as `dynamic=False` allows no symbol"
    return Cure(cure.edit, f"{cure.note}; {kept}")


def _number(call: ast.Call) -> ast.expr | None:
    """Return the number that a call scales by; None if it scales by none."""
    if last_name(call.func) in _FORMULAS:
        return _of_formula(call)
    keyword, at = _SCALED.get(last_name(call.func).rstrip("_"), ("", -1))
    number = next((one.value for one in call.keywords if one.arg == keyword), None)
    return number if keyword and len(call.args) >= -at else None


def _of_formula(call: ast.Call) -> ast.expr | None:
    """Return the number of a call that a formula can replace, or None."""
    keyword, _ = _FORMULAS[last_name(call.func)]
    given = [*call.args[1:], *(one.value for one in call.keywords)]
    names = [one.arg for one in call.keywords]
    is_plain = len(given) == 1 and names in ([], [keyword])
    has_name = bool(call.args) and isinstance(call.args[0], (ast.Name, ast.Attribute))
    return given[0] if is_plain and has_name else None


def _derived(function: ast.AST, name: str) -> set[str]:
    """Return a name, and the names of variables that a function computes from it."""
    names = {name}
    assigned = [one for one in ast.walk(function) if isinstance(one, ast.Assign)]
    for _ in range(_PASSES):
        for node in assigned:
            if _reads(node.value, names):
                parts = (part for one in node.targets for part in ast.walk(one))
                names |= {one.id for one in parts if isinstance(one, ast.Name)}
    return names


def _reads(node: ast.AST | None, names: set[str]) -> bool:
    """Return whether an expression reads a variable, attribute or key of a name."""
    return node is not None and any(
        constant(index_of_item(one)) in names
        if isinstance(one, ast.Subscript)
        else isinstance(one, (ast.Name, ast.Attribute)) and last_name(one) in names
        for one in ast.walk(node)
    )


def _multiplied(call: ast.Call, line: str) -> str:
    if last_name(call.func) in _FORMULAS:
        return _by_formula(call, line)
    keyword, at = _SCALED[last_name(call.func).rstrip("_")]
    number = next(one for one in call.keywords if one.arg == keyword)
    factors = []
    for node in (call.args[at], number.value):
        text = source_in(node, line)
        factors.append(text if isinstance(node, _SIMPLE) else f"({text})")
    given = [source_in(one, line) for one in call.args]
    given[at] = " * ".join(factors)
    for one in call.keywords:
        if one is not number:
            name = f"{one.arg}=" if one.arg else "**"
            given.append(name + source_in(one.value, line))
    return f"{source_in(call.func, line)}({', '.join(given)})"


def _by_formula(call: ast.Call, line: str) -> str:
    _, formula = _FORMULAS[last_name(call.func)]
    number = _of_formula(call)
    text = source_in(number, line) if number is not None else ""
    text = text if isinstance(number, _SIMPLE) else f"({text})"
    return formula.format(x=source_in(call.args[0], line), n=text)
