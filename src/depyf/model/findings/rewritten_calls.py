"""Rewrite calls that torch cannot compile as others with the same result."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.model.python_text import dotted, text_of
from depyf.torch_text.break_words import (
    creates_parameter,
    draws_in_place,
    sorts_by_tensor,
)

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

_Source = Callable[[ast.expr], str]
_RANKED = {"sorted": "argsort", "min": "argmin", "max": "argmax"}
_TESTS = {"all", "any"}
# Functions of `bisect`, which are not written in Python: how items before a place are.
_SEARCHES = {"bisect": "<=", "bisect_right": "<=", "bisect_left": "<"}
_REWRITTEN = (ast.Call, ast.UnaryOp)
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_EMPTY = {"empty", "zeros", "ones"}


class Rewritten(NamedTuple):
    """A call, and the code that replaces it.

    Attributes:
        call: the call that torch cannot compile, or the `not` around it.
        new: the source of the other code.
        is_same: whether the result has the same type, too.
    """

    call: ast.expr
    new: str
    is_same: bool


_Way = Callable[[ast.expr, _Source], Iterator[Rewritten]]


def rewritten(one: Break, tree: ast.AST, line: int, source: _Source) -> list[Rewritten]:
    """Return the calls on a line that other code can replace.

    Args:
        one: the graph break on this line.
        tree: the syntax tree of the file.
        line: the number of the line.
        source: returns the source of a node.
    """
    words = " ".join(one.texts)
    ways: list[_Way] = [_drawn] if draws_in_place(words) else []
    ways += [_ranked] if sorts_by_tensor(words) else []
    called = one.said.function.rpartition(".")[2]
    ways += [_searched] if called in _SEARCHES else []
    ways += [_without_gradient] if creates_parameter(words) else []
    ways += [_tested] if one.is_in_library and one.function in _TESTS else []
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, _REWRITTEN) and node.lineno <= line <= last_line(node)
    ]
    return [found for way in ways for call in calls for found in way(call, source)]


def _drawn(call: ast.expr, source: _Source) -> Iterator[Rewritten]:
    """Yield `torch.randint` for ``torch.empty(shape).random_(low, high)``.

    It draws the same numbers.
    """
    if not isinstance(call, ast.Call):
        return
    made = call.func.value if isinstance(call.func, ast.Attribute) else None
    is_drawn = last_name(call.func) == "random_" and 0 < len(call.args) < 3
    if not is_drawn or not isinstance(made, ast.Call) or call.keywords:
        return
    owner, _, name = dotted(made.func).rpartition(".")
    if owner == "torch" and name in _EMPTY and len(made.args) == 1:
        bounds = ", ".join(map(source, call.args))
        rest = [source(made.args[0])]
        # On CPython 3.8, a keyword has no position of its own.
        rest += [f"{one.arg}={source(one.value)}" for one in made.keywords]
        # `randint` gives integers by default, the other functions do not.
        if any(one.arg == "dtype" for one in made.keywords):
            new = f"torch.randint({bounds}, {', '.join(rest)})"
            yield Rewritten(call, new, is_same=True)


def _without_gradient(call: ast.expr, source: _Source) -> Iterator[Rewritten]:
    """Yield ``x.detach()`` for ``nn.Parameter(x, requires_grad=False)``.

    The result is a tensor.
    """
    if not isinstance(call, ast.Call) or last_name(call.func) != "Parameter":
        return
    options = [*call.args[1:], *(one.value for one in call.keywords)]
    if call.args and [constant(one) for one in options] == [False]:
        given = source(call.args[0])
        given = given if isinstance(call.args[0], _ATOMS) else f"({given})"
        yield Rewritten(call, f"{given}.detach()", is_same=False)


def _searched(call: ast.expr, source: _Source) -> Iterator[Rewritten]:
    """Yield ``sum(item <= x for item in items)`` for ``bisect_right(items, x)``."""
    compared = _SEARCHES.get(last_name(getattr(call, "func", call)))
    if isinstance(call, ast.Call) and compared and len(call.args) == 2:
        items, value = map(source, call.args)
        if not call.keywords and not re.search(r"\bitem\b", value):
            new = f"sum(item {compared} {value} for item in {items})"
            yield Rewritten(call, new, is_same=True)


def _tested(node: ast.expr, source: _Source) -> Iterator[Rewritten]:
    """Yield ``~torch.stack(flags).all()`` for ``not all(flags)``, of tensors.

    The result is a tensor.
    """
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    call = getattr(node, "operand", node) if negated else node
    name = getattr(getattr(call, "func", None), "id", "")
    given: list[ast.expr] = getattr(call, "args", [])
    if name in _TESTS and len(given) == 1:
        is_lazy = isinstance(given[0], ast.GeneratorExp)
        items = f"[{source(given[0])[1:-1]}]" if is_lazy else source(given[0])
        new = f"torch.stack({items}).{name}()"
        yield Rewritten(node, f"~{new}" if negated else new, is_same=False)


def _ranked(call: ast.expr, source: _Source) -> Iterator[Rewritten]:
    """Yield ``torch.argsort(t)`` for ``sorted(range(n), key=lambda i: t[i])``.

    The result is a tensor of the positions, in the same order.
    """
    if not isinstance(call, ast.Call):
        return
    name = _RANKED.get(getattr(call.func, "id", ""))
    options = {one.arg: one.value for one in call.keywords}
    key = options.pop("key", None)
    reverse = options.pop("reverse", None)
    is_range = len(call.args) == 1 and _is_range(call.args[0])
    tensor, is_negative = _indexed(key)
    if not name or options or not is_range or tensor is None:
        return
    if is_negative and (name != "argsort" or reverse is not None):
        return
    given = [source(tensor)]
    given += ["stable=True"] if name == "argsort" else []
    given += [f"descending={source(reverse)}"] if reverse is not None else []
    given += ["descending=True"] if is_negative else []
    yield Rewritten(call, f"torch.{name}({', '.join(given)})", is_same=False)


def _is_range(node: ast.expr) -> bool:
    """Return whether an expression is ``range(n)``."""
    is_call = isinstance(node, ast.Call) and dotted(node.func) == "range"
    return is_call and len(getattr(node, "args", ())) == 1


def _indexed(key: ast.expr | None) -> tuple[ast.expr | None, bool]:
    """Return `t` of ``lambda i: t[i]``, and whether it is ``-t[i]``.

    None for other functions.
    """
    if not isinstance(key, ast.Lambda) or len(key.args.args) != 1:
        return None, False
    body = key.body
    is_negative = isinstance(body, ast.UnaryOp) and isinstance(body.op, ast.USub)
    body = body.operand if isinstance(body, ast.UnaryOp) and is_negative else body
    if not isinstance(body, ast.Subscript):
        return None, False
    is_item = last_name(index_of_item(body)) == key.args.args[0].arg
    return body.value if is_item else None, is_negative


def _found(one: Break) -> tuple[Rewritten, str] | None:
    """Return the call on the line of a break, and its source."""
    line, file = one.where, file_of(one.run, one.where)
    if line is None or file is None:
        return None

    def source(node: ast.expr) -> str:
        return text_of(node, file.text)

    found = rewritten(one, index_of(file).tree, line.line, source)
    return (found[0], source(found[0].call)) if found else None


def rewritten_cure(one: Break) -> Cure:
    """Return the edit of the call on the line of a break; empty if there is none."""
    found = _found(one)
    if found is None:
        return Cure()
    first, old = found
    note = f"instead of `{old}` at {place(one.where)}"
    if one.function in _TESTS:
        note += ": a tensor, on which nothing may branch"
    elif last_name(getattr(first.call, "func", first.call)) == "Parameter":
        note += ": a tensor without gradients, which is no parameter"
    elif not first.is_same:
        note += ": a tensor of the positions, not a list"
    return Cure(first.new, note)


REWRITTEN_CALL: Rule[Break] = Rule(
    "rewritten-call",
    when=lambda one: _found(one) is not None,
    cure=rewritten_cure,
    title="{it.state}: call that torch cannot compile",
)
