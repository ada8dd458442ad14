"""What a guard that failed asked for: read from torch's words, as a question.

``tensor 'L['x']' dtype mismatch. expected Float, actual Double`` before,
``expressions=("L['x'].dtype",), expected="torch.float32", found="Double"`` after.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Callable

from depyf.model.access_paths import paths_of
from depyf.model.guard_text import identity_check
from depyf.model.python_text import parsed_expression, text_of

_MISMATCH = re.compile(
    r"^tensor '(?P<source>.+)' (?P<what>[\w ]+?) mismatch(?: at index (?P<index>\d+))?"
    r"\. expected (?P<expected>.*?)(?:, actual (?P<actual>.*?))?(?:\. [A-Z].*)?$"
)
_TENSOR_TYPE = re.compile(
    r"^expected type of '(?P<source>.+)' to be a tensor type, '? ?but found "
    r"(?P<found>.+?)'?$"
)
_ABSENT = re.compile(r"^(?P<error>\w+Error)(?: on)? (?P<source>[LG]\[.*)$")
_NO_FUNCTION = re.compile(r"^\w+: Not a function on (?P<source>.+)\.__\w+__$")
_OTHER_TYPE = re.compile(r"^TYPE_MISMATCH\((?P<source>.+)\)$")
_TYPE = re.compile(r"type=(?P<type><(?:class|enum) '(?P<name>[^']+)'>)")
_CONTAINS = re.compile(
    r"^(?P<negated>not )?(?:___dict_contains\((?P<key>.+?), (?P<dict>[LG]\[.*)\)"
    r"|set\.__contains__\((?P<set>[LG]\[.*), (?P<item>[^,]+)\))$"
)
_TENSOR_ATTRIBUTES = {
    "size": "size()[{index}]",
    "stride": "stride()[{index}]",
    "dtype": "dtype",
    "rank": "dim()",
    "device": "device",
    "device index": "device",
    "requires_grad": "requires_grad",
}
# torch's names for dtypes in C++.
DTYPES = {
    "Bool": "bool", "Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32",
    "Long": "int64", "Half": "float16", "BFloat16": "bfloat16", "Float": "float32",
    "Double": "float64", "ComplexHalf": "complex32", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128",
}  # fmt: skip
_OTHER = "other than"
_SIGNS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.NotEq: _OTHER,
    ast.Eq: "", ast.Is: "", ast.IsNot: _OTHER,
}  # fmt: skip
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class Failure:
    """One guard that did not hold.

    Attributes:
        guard: torch's words, without the line behind them.
        expressions: those whose values decide, none where torch asks itself.
        expected: what was asked for, empty where `guard` says it best.
        found: what torch says it found, empty where it does not.
        subject: what is asked for where that is no expression, such as a setting.
    """

    guard: str
    expressions: tuple[str, ...] = ()
    expected: str = ""
    found: str = ""
    subject: str = ""


def failure(guard: str, remark: str = "") -> Failure:
    """Return what a guard asked for, from torch's words for it and what is behind them.

    >>> read = failure("L['n'] == 3")
    >>> read.expressions, read.expected
    (("L['n']",), '3')
    """
    for read in _READERS:
        found = read(guard, remark)
        if found is not None:
            return found
    return Failure(guard, _paths(guard))


def _paths(guard: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path.literal for path in paths_of(guard)))


def _of_tensor(guard: str, _remark: str) -> Failure | None:
    read = _MISMATCH.match(guard)
    if read is None:
        return None
    what, expected, actual = read["what"], read["expected"], read["actual"] or ""
    attribute = _TENSOR_ATTRIBUTES.get(what)
    if what == "requires_grad":
        expected = str(expected.endswith("1"))
    if what == "dtype":
        expected = f"torch.{DTYPES.get(expected, expected)}"
        actual = f"torch.{DTYPES.get(actual, actual)}"
    if attribute is None:
        subject = f"{what} of {read['source']}"
        return Failure(guard, (), expected, actual, subject)
    expression = f"{read['source']}.{attribute.format(index=read['index'])}"
    return Failure(guard, (expression,), expected, actual)


def _of_tensor_type(guard: str, _remark: str) -> Failure | None:
    read = _TENSOR_TYPE.match(guard)
    if read is None:
        return None
    name = _TYPE.search(f"type={read['found']}")
    found = name["name"] if name else read["found"]
    return Failure(guard, (f"type({read['source']})",), "a tensor", found)


def _of_absence(guard: str, _remark: str) -> Failure | None:
    """Read what a guard says that could not even get at its value."""
    read = _ABSENT.match(guard)
    if read is not None:
        return Failure(guard, (read["source"],), "a value", "nothing there")
    read = _NO_FUNCTION.match(guard)
    if read is not None:
        return Failure(guard, (read["source"],), "a function")
    read = _OTHER_TYPE.match(guard)
    if read is not None:
        return Failure(guard, (f"type({read['source']})",), "another type")
    return None


def _of_identity(guard: str, remark: str) -> Failure | None:
    check = identity_check(guard)
    if check is None:
        return None
    known = _TYPE.search(remark)
    name = known["name"] if known else ""
    if check.of_type:
        return Failure(guard, (f"type({check.subject})",), name or "another type")
    kind = f" (of type {name})" if name else ""
    return Failure(
        guard, (check.subject,), f"the very object it was compiled with{kind}"
    )


def _of_containment(guard: str, _remark: str) -> Failure | None:
    read = _CONTAINS.match(guard)
    if read is None:
        return None
    container, key = read["dict"] or read["set"], read["key"] or read["item"]
    return Failure(guard, (f"{key} in {container}",), str(not read["negated"]))


def _of_comparison(guard: str, _remark: str) -> Failure | None:
    """Read ``PATH == CONSTANT`` and its like; what torch negates is turned round."""
    tree = parsed_expression(guard)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
        return Failure(
            guard, (text_of(tree.operand, guard),), "nothing in it, or false"
        )
    if not isinstance(tree, ast.Compare):
        return None
    if len(tree.ops) == 2:
        return _of_range(guard, tree)
    if len(tree.ops) != 1:
        return None
    left, right = text_of(tree.left, guard), text_of(tree.comparators[0], guard)
    sign = _SIGNS.get(type(tree.ops[0]))
    if sign is None or not paths_of(guard):
        return None
    if paths_of(left) and paths_of(right):
        if isinstance(tree.ops[0], ast.Is):
            return Failure(guard, (f"{left} is {right}",), "True")
        return Failure(guard, (left, right))
    if paths_of(right):
        left, right, sign = right, left, _TURNED.get(sign, sign)
    # torch tells of a dict's length what it is not.
    if sign == _OTHER and left.startswith("len("):
        sign = ""
    return Failure(guard, (left,), f"{sign} {right}".strip())


def _of_range(guard: str, tree: ast.Compare) -> Failure | None:
    """Read ``2 <= PATH <= 9``."""
    low, middle, high = (
        text_of(node, guard) for node in (tree.left, *tree.comparators)
    )
    first, second = (_SIGNS.get(type(sign), "") for sign in tree.ops)
    if paths_of(low) or paths_of(high) or first not in _TURNED or second not in _TURNED:
        return None
    return Failure(guard, (middle,), f"{_TURNED[first]} {low} and {second} {high}")


_READERS: tuple[Callable[[str, str], Failure | None], ...] = (
    _of_tensor,
    _of_tensor_type,
    _of_absence,
    _of_identity,
    _of_containment,
    _of_comparison,
)
