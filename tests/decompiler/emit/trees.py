"""Values by hand, and what the syntax tree of their text must be."""

from __future__ import annotations

import ast
import sys

from depyf.decompiler.emit.expressions import expand_items
from depyf.decompiler.emit.function_text import FunctionText
from depyf.decompiler.emit.literals import QuoteRule
from depyf.decompiler.emit.names import Names, NameTable
from depyf.decompiler.emit.pieces import Level, flat
from depyf.decompiler.emit.scope import Operand, Scope
from depyf.decompiler.emit.settings import EmitSettings
from depyf.decompiler.emit.writer import write
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, Variable, VariableKind, const

RUNNING = sys.version_info[:2]


def local(name):
    return Variable(VariableKind.LOCAL, name)


def temp(number):
    return Variable(VariableKind.TEMP, f"t{number}")


def read(name, origins=()):
    return Value(MicroOp.LOAD, (), local(name), frozenset(origins))


def unary(operator, operand):
    return Value(MicroOp.UNARY, (operand,), operator)


def binary(left, operator, right):
    return Value(MicroOp.BINARY, (left, right), operator)


def call(function, *arguments, how=None):
    shape = CallShape(tuple(how) if how else (None,) * len(arguments))
    return Value(MicroOp.CALL, (function, *arguments), shape)


def build(kind, *items):
    return Value(MicroOp.BUILD, items, kind)


def no_child(code):
    message = f"no text for {code}"
    raise AssertionError(message)


def scope(version=RUNNING, children=no_child, **settings):
    chosen = EmitSettings(version, **settings)
    names = Names(NameTable(chosen), None)
    quotes = QuoteRule((), chosen.nested_quotes)
    return Scope("code", names, children, chosen, quotes, expand_items)


def text_of(value, version=RUNNING, level=Level.TEST, **settings):
    operand = Operand(scope(version, **settings), value, level)
    return flat(expand_items([operand]))


def written(body, version=RUNNING, children=no_child, name="f", **rest):
    settings = {
        key: rest.pop(key)
        for key in ("base_indent", "rename", "temp_prefix")
        if key in rest
    }
    text = FunctionText("code", name, body=body, **rest)
    return write(text, EmitSettings(version, **settings), children)


_OPERATORS = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "//": ast.FloorDiv,
    "%": ast.Mod, "**": ast.Pow, "@": ast.MatMult, "&": ast.BitAnd, "|": ast.BitOr,
    "^": ast.BitXor, "<<": ast.LShift, ">>": ast.RShift,
}  # fmt: skip
_UNARY = {"-": ast.USub, "+": ast.UAdd, "~": ast.Invert, "not": ast.Not}
_COMPARE = {
    "<": ast.Lt, "<=": ast.LtE, "==": ast.Eq, "!=": ast.NotEq, ">": ast.Gt,
    ">=": ast.GtE,
}  # fmt: skip


def _comparison(op, payload):
    if op is MicroOp.IS:
        return ast.IsNot() if payload else ast.Is()
    if op is MicroOp.CONTAINS:
        return ast.NotIn() if payload else ast.In()
    return _COMPARE[payload]()


def syntax(value):
    """The syntax tree that the text of ``value`` must parse to."""
    return _SYNTAX[value.op](value, [syntax(one) for one in value.operands])


def _call(value, operands):
    function, *arguments = operands
    positional, keywords = [], []
    for how, argument in zip(value.payload.arguments, arguments):
        if how is None:
            positional.append(argument)
        elif how == "*":
            positional.append(ast.Starred(argument, ast.Load()))
        else:
            keywords.append(ast.keyword(None if how == "**" else how, argument))
    return ast.Call(function, positional, keywords)


def _build(value, operands):
    if value.payload == "tuple":
        return ast.Tuple(operands, ast.Load())
    if value.payload == "list":
        return ast.List(operands, ast.Load())
    if value.payload == "set":
        return ast.Set(operands)
    return ast.Dict(operands[::2], operands[1::2])


def _compare(value, operands):
    links = value.payload
    if value.op is not MicroOp.CHAIN:
        links = ((value.op, value.payload),)
    signs = [_comparison(*link) for link in links]
    return ast.Compare(operands[0], signs, operands[1:])


def _bound(node):
    return None if isinstance(node, ast.Constant) and node.value is None else node


_SYNTAX = {
    MicroOp.CONST: lambda value, _: ast.Constant(value.payload.value, None),
    MicroOp.LOAD: lambda value, _: ast.Name(value.payload.name, ast.Load()),
    MicroOp.ATTR: lambda value, o: ast.Attribute(o[0], value.payload, ast.Load()),
    MicroOp.ITEM: lambda _, o: ast.Subscript(
        o[0],
        o[1] if RUNNING >= (3, 9) or isinstance(o[1], ast.Slice) else ast.Index(o[1]),
        ast.Load(),
    ),
    MicroOp.SLICE: lambda _, o: ast.Slice(*map(_bound, o), None),
    MicroOp.UNARY: lambda value, o: ast.UnaryOp(_UNARY[value.payload](), o[0]),
    MicroOp.BINARY: lambda value, o: ast.BinOp(o[0], _OPERATORS[value.payload](), o[1]),
    MicroOp.COMPARE: _compare,
    MicroOp.IS: _compare,
    MicroOp.CONTAINS: _compare,
    MicroOp.CHAIN: _compare,
    MicroOp.AND: lambda _, o: ast.BoolOp(ast.And(), o),
    MicroOp.OR: lambda _, o: ast.BoolOp(ast.Or(), o),
    MicroOp.CONDITIONAL: lambda _, o: ast.IfExp(*o),
    MicroOp.WALRUS: lambda value, o: ast.NamedExpr(
        ast.Name(value.payload.name, ast.Store()), o[0]
    ),
    MicroOp.BUILD: _build,
    MicroOp.CALL: _call,
    MicroOp.AWAIT: lambda _, o: ast.Await(o[0]),
    MicroOp.YIELD: lambda _, o: ast.Yield(
        None if isinstance(o[0], ast.Constant) and o[0].value is None else o[0]
    ),
    MicroOp.YIELD_FROM: lambda _, o: ast.YieldFrom(o[0]),
    MicroOp.FORMAT: lambda value, o: ast.JoinedStr([_field(value, o)]),
    MicroOp.JOIN: lambda _, o: ast.JoinedStr(_joined(o)),
}


def _field(value, operands):
    conversion = ord(value.payload) if value.payload else -1
    return ast.FormattedValue(operands[0], conversion, None)


def _joined(operands):
    parts = []
    for one in operands:
        parts += one.values if isinstance(one, ast.JoinedStr) else [one]
    return parts


def same_syntax(value, text):
    """Whether ``text`` parses to the tree of ``value``."""
    inside = ast.parse(f"async def f():\n    x = {text}\n").body[0].body[0].value
    return ast.dump(inside) == ast.dump(ast.fix_missing_locations(syntax(value)))


NAMES = [read(name) for name in "abcde"]
CONSTANTS = [const(one) for one in (None, True, 0, 1, 7, 2.5, "s", "'", '"', b"x", ...)]
