"""Compute a tensor instead of a list, if the list's length is a size.

A comprehension over `range(n)` runs while torch compiles, once for each number.  So the
size `n` becomes a constant.  The same computation on `torch.arange(n)` lets `n` vary.
The parts of a tensor are a list, too; `unflatten` gives them a dimension instead.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles

_MOST = 3
_TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_MAKES = {"torch.tensor", "torch.as_tensor"}
_CASTS = {"float": "float", "int": "long", "bool": "bool"}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//",
    ast.Mod: "%", ast.Pow: "**",
}  # fmt: skip
# Functions of `math` that torch has under the same name.
_OF_MATH = {
    "sqrt", "exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "floor",
    "ceil", "erf", "atan",
}  # fmt: skip


def whole_tensors(
    files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edits that compute one tensor instead of a list of numbers."""
    left = _MOST
    for file in known:
        lines = files.lines(file)
        for node in ast.walk(files.tree(file)):
            for what, way in _WAYS.items():
                new = way(node, lines)
                if new and left:
                    left -= 1
                    edit = replaced(files, file, node, new)
                    yield with_torch(files, finding, what, [edit])


def _whole(node: ast.AST, lines: Sequence[str]) -> str:
    """Return new source for a tensor made of a list; empty for all other nodes."""
    if not isinstance(node, ast.Call) or dotted(node.func) not in _MAKES:
        return ""
    given = {one.arg: source_of(lines, one.value) for one in node.keywords}
    if len(node.args) != 1 or set(given) - {"dtype", "device"}:
        return ""
    made = node.args[0]
    if not isinstance(made, (ast.ListComp, ast.GeneratorExp)):
        return ""
    if len(made.generators) != 1 or made.generators[0].ifs:
        return ""
    loop = made.generators[0]
    over, variable = loop.iter, loop.target
    if not isinstance(variable, ast.Name) or not isinstance(over, ast.Call):
        return ""
    if last_name(over.func) != "range" or over.keywords:
        return ""
    if all(isinstance(one, ast.Constant) for one in over.args):
        return ""
    bounds = [source_of(lines, one) for one in over.args]
    bounds += [f"device={given['device']}"] if "device" in given else []
    all_of = f"torch.arange({', '.join(bounds)})"
    whole = _on_tensor(made.elt, variable.id, all_of, lines)
    if whole and "dtype" in given:
        whole += f".to({given['dtype']})"
    return whole


def _parts(node: ast.AST, lines: Sequence[str]) -> str:
    """Return ``x.unflatten(d, (-1, n))`` for ``torch.stack(x.split(n, d), d)``.

    The result is the same if `n` divides the size; otherwise both are an error.
    """
    if not isinstance(node, ast.Call) or dotted(node.func) != "torch.stack":
        return ""
    made = node.args[0] if node.args else None
    if not isinstance(made, ast.Call) or last_name(made.func) != "split":
        return ""
    owner = made.func.value if isinstance(made.func, ast.Attribute) else None
    if not isinstance(owner, _TIGHT) or dotted(owner) == "torch" or not made.args:
        return ""
    if isinstance(made.args[0], (ast.List, ast.Tuple)):
        return ""  # parts of different sizes
    at, size = _dimension(made, lines), source_of(lines, made.args[0])
    if at != _dimension(node, lines) or at.startswith("-"):
        return ""
    return f"{source_of(lines, owner)}.unflatten({at}, (-1, {size}))"


def _dimension(call: ast.Call, lines: Sequence[str]) -> str:
    """Return the source of the argument `dim` of a call; 0 by default."""
    given = [*call.args[1:], *(one.value for one in call.keywords if one.arg == "dim")]
    return source_of(lines, given[0]) if given else "0"


def _on_tensor(node: ast.expr, variable: str, all_of: str, lines: Sequence[str]) -> str:
    """Return an expression with a tensor instead of a loop's variable.

    The result is empty if the expression does not depend on the variable, or has parts
    that torch cannot compute on a tensor.
    """
    if isinstance(node, ast.Name):
        return all_of if node.id == variable else ""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _on_tensor(node.operand, variable, all_of, lines)
        return inner and f"(-{inner})"
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        if isinstance(node.op, ast.Pow) and _reads(node.right, variable):
            return ""  # torch's power of whole numbers gives no fractions
        sides = [
            _on_tensor(one, variable, all_of, lines)
            if _reads(one, variable)
            else source_of(lines, one)
            for one in (node.left, node.right)
        ]
        operator = _OPERATORS[type(node.op)]
        return f"({sides[0]} {operator} {sides[1]})" if all(sides) else ""
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        inner = _on_tensor(node.args[0], variable, all_of, lines)
        module, _, name = dotted(node.func).rpartition(".")
        if not module and name in _CASTS:
            return inner and f"{inner}.{_CASTS[name]}()"
        if module == "math" and name in _OF_MATH:
            return inner and f"torch.{name}({inner})"
    return ""


def _reads(node: ast.AST, variable: str) -> bool:
    return any(getattr(one, "id", "") == variable for one in ast.walk(node))


_WAYS: dict[str, Callable[[ast.AST, Sequence[str]], str]] = {
    "compute it on `torch.arange`, not in a list": _whole,
    "give the parts a dimension instead of a list": _parts,
}
