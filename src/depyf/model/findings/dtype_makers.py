"""Recognize expressions that give a value another dtype than torch's default."""

from __future__ import annotations

import ast
from typing import Callable, Collection

from depyf.model.findings.syntax_parts import NUMPY, last_name

DEFAULT = "float32"  # the default dtype of torch's floating-point tensors
# How programs write a dtype: `x.double()`, `x.to(torch.float64)`, `dtype=np.float64`.
_WRITTEN = {
    "float64": {"float64", "double", "float_"},
    "float16": {"float16", "half"},
    "bfloat16": {"bfloat16"},
    "int64": {"int64", "long"},
    "int32": {"int32", "int"},
    "int16": {"int16", "short"},
    "int8": {"int8"},
    "uint8": {"uint8", "byte"},
    "bool": {"bool", "bool_"},
    "complex64": {"complex64", "cfloat"},
    "complex128": {"complex128", "cdouble"},
}
# numpy functions that return float64 without a dtype, and the position of the dtype.
_NUMPYS = {
    "array": 1, "asarray": 1, "zeros": 1, "ones": 1, "empty": 1, "full": 2,
    "linspace": 5, "logspace": 5, "geomspace": 3, "eye": 3, "identity": 1,
}  # fmt: skip
_RANDOM = {
    "rand", "randn", "random", "random_sample", "normal", "uniform",
    "standard_normal", "exponential", "beta", "gamma", "laplace", "dirichlet",
    "multivariate_normal",
}  # fmt: skip
# torch's functions that give the default dtype if they are not asked for another one.
_OF_TORCH = {"zeros", "ones", "empty", "rand", "randn", "eye"}
_GENERATORS = {"random", "default_rng", "RandomState"}


def gives(dtypes: Collection[str]) -> Callable[[ast.expr], bool]:
    """Return a function that tests whether an expression gives one of these dtypes.

    Args:
        dtypes: names of dtypes, such as ``float64``.
    """
    odd = [one for one in dtypes if one != DEFAULT]
    words = {word for one in odd for word in _WRITTEN.get(one, {one})}
    of_numpy = "float64" in odd

    def test(node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute) and node.attr in words:
            return True
        if isinstance(node, ast.Constant) and node.value in words:  # dtype="float64"
            return True
        return of_numpy and isinstance(node, ast.Call) and _is_double(node)

    return test


def is_made_with_default(node: ast.Call) -> bool:
    """Return whether a call such as ``torch.zeros(3)`` gives torch's default dtype."""
    is_asked = any(one.arg in {"dtype", "out", None} for one in node.keywords)
    is_of_torch = last_name(getattr(node.func, "value", node)) == "torch"
    return is_of_torch and last_name(node.func) in _OF_TORCH and not is_asked


def _is_double(node: ast.Call) -> bool:
    """Return whether a call of numpy returns float64 because it passes no dtype."""
    name, owner = last_name(node.func), _owner(node.func)
    if any(one.arg == "dtype" for one in node.keywords):
        return False
    if name in _RANDOM:
        return bool(owner & _GENERATORS) or "rng" in owner
    return bool(owner & NUMPY) and len(node.args) <= _NUMPYS.get(name, -1)


def _owner(node: ast.expr) -> set[str]:
    """Return the names before the last name of a path, such as `np` and `random`."""
    found: set[str] = set()
    while isinstance(node, (ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
        if last_name(node):
            found.add(last_name(node))
    return found
