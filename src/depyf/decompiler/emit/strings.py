"""Print f-strings and t-strings.

Up to 3.11, a replacement field may contain neither the quote of its string nor a
backslash. So quotes are tried until all fields fit. A literal that fits with no quote
gets a global name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List, Sequence, Tuple

from depyf.decompiler.emit.displays import constant_of
from depyf.decompiler.emit.literals import escaped
from depyf.decompiler.emit.pieces import BINARY_LEVELS, WORD, Break, Level, Mark, flat
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, const

Expansion = Tuple[Level, Items]
Part = Tuple[str, List[Mark]]


def _literal_text(value: Value) -> str | None:
    if value.op is not MicroOp.CONST:
        return None
    constant = constant_of(value)
    return constant if type(constant) is str else None


def _expression(scope: Scope, value: Value) -> Part:
    # The colon of a lambda without brackets would begin the format specification.
    has_lambda = value.op in (MicroOp.FUNCTION, MicroOp.CONDITIONAL) and any(
        node.op is MicroOp.FUNCTION for node in value.walk()
    )
    level = Level.OR if has_lambda else Level.TEST
    pieces = scope.expand([Operand(scope, value, level)])
    text = flat(pieces)
    if not scope.quotes.allows(text):
        raise EmitError("an expression that cannot stand inside its f-string's quotes")
    marks = [piece for piece in pieces if isinstance(piece, Mark)]
    # Two braces in a row would be a literal brace.
    return (" " + text if text.startswith("{") else text), marks


def _conversion(payload: object) -> str:
    return f"!{payload}" if payload else ""


def _field(scope: Scope, value: Value, quote: str) -> Part:
    """Print one replacement field with its conversion and format specification."""
    if value.op is not MicroOp.FORMAT:
        text, marks = _expression(scope, value)
        return "{" + text + "}", marks
    text, marks = _expression(scope, value.operands[0])
    text += _conversion(value.payload)
    marks = [scope.mark(value), *marks]
    if len(value.operands) > 1:
        spec, more = _specification(scope, value.operands[1], quote)
        text += ":" + spec
        marks += more
    return "{" + text + "}", marks


def _specification(scope: Scope, value: Value, quote: str) -> Part:
    parts = value.operands if value.op is MicroOp.JOIN else (value,)
    texts: list[str] = []
    marks = [scope.mark(value)]
    for part in parts:
        literal = _literal_text(part)
        if literal is None:
            text, more = _field(scope, part, quote)
            marks += more
        elif "{" in literal or "}" in literal:
            raise EmitError("a brace in a format specification")
        else:
            text = escaped(literal, quote)
            marks.append(scope.mark(part))
        texts.append(text)
    return "".join(texts), marks


def _body(scope: Scope, parts: Sequence[Value], quote: str) -> Part:
    inner = scope.quoted(quote)
    texts: list[str] = []
    marks: list[Mark] = []
    for part in parts:
        literal = _literal_text(part)
        if literal is not None:
            doubled = literal.replace("{", "{{").replace("}", "}}")
            texts.append(escaped(doubled, quote))
            marks.append(scope.mark(part))
        else:
            text, more = _field(inner, part, quote)
            texts.append(text)
            marks += more
    return "".join(texts), marks


def _is_possible(scope: Scope, parts: Sequence[Value], quote: str) -> bool:
    try:
        text = _body(scope, parts, quote)[0]
    except EmitError:
        return False
    return scope.quotes.allows(quote + text + quote)


def _quote_for(scope: Scope, parts: Sequence[Value]) -> str:
    texts = "".join(_literal_text(part) or "" for part in parts)
    candidates = sorted(
        scope.quotes.candidates, key=lambda quote: texts.count(quote[0]) > 0
    )
    if scope.settings.nested_quotes:
        return candidates[0]
    strict = replace(scope, strict=True)
    for surroundings in (strict,) if scope.strict else (strict, scope):
        for quote in candidates:
            if _is_possible(surroundings, parts, quote):
                return quote
    raise EmitError("no quote is left for an f-string")


def expand_string(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print an f-string, or the ``%`` formatting that the compiler turned into one."""
    parts = value.operands if value.op is MicroOp.JOIN else (value,)
    if scope.settings.formats_constants and not scope.quotes.outer:
        fields = [_percent_field(part) for part in parts]
        # `%` with a tuple of constants is not turned into an f-string.
        varies = any(
            part.op is MicroOp.FORMAT and part.operands[0].op is not MicroOp.CONST
            for part in parts
        )
        if (
            all(fields)
            and varies
            and any(
                field.endswith("s") and part.op is MicroOp.FORMAT
                for field, part in zip(fields, parts)
            )
        ):
            return _formatting(scope, parts, fields)
    quote = _quote_for(scope, parts)
    text, marks = _body(scope, parts, quote)
    return Level.ATOM, [*marks, f"f{quote}{text}{quote}"]


# -- the ``%`` of a literal and a tuple -------------------------------------------


def _percent_field(part: Value) -> str:
    """Return a part in ``%`` form; empty for a field without conversion.

    In an f-string, ``!s`` is superfluous. If every field has a conversion, the source
    had ``%``.
    """
    literal = _literal_text(part)
    if literal is not None:
        return literal.replace("%", "%%")
    if part.op is not MicroOp.FORMAT or not part.payload or len(part.operands) > 1:
        return ""  # fields with a width have the same code in both forms
    return f"%{part.payload}"


def _formatting(
    scope: Scope, parts: Sequence[Value], fields: Sequence[str]
) -> Expansion:
    """Print the ``%`` form, such as ``'%s: %r' % (a, b)``."""
    values = [part.operands[0] for part in parts if part.op is MicroOp.FORMAT]
    origins = frozenset().union(*(part.origins for part in parts))
    level, left, right = BINARY_LEVELS["%"]
    text = replace(const("".join(fields)), origins=origins)
    return level, [
        Operand(scope, text, left),
        Break(WORD - level),
        "% ",
        Operand(scope, Value(MicroOp.BUILD, tuple(values), "tuple"), right),
    ]


# -- t-strings -------------------------------------------------------------------


def _elements(value: Value) -> list[Value]:
    if value.op is MicroOp.BUILD and value.payload == "tuple":
        return list(value.operands)
    constant = constant_of(value)
    if type(constant) is tuple and not constant:
        return []
    raise EmitError("interpolations that are not a tuple")


def expand_template(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print a t-string; the source of each field is a constant in the code."""
    strings, interpolations = value.operands
    texts = constant_of(strings)
    if not isinstance(texts, tuple):
        raise EmitError("a template without its strings")
    quote = scope.quotes.candidates[0]
    body: list[str] = []
    marks: list[Mark] = [scope.mark(strings), scope.mark(interpolations)]
    fields = _elements(interpolations)
    for position, text in enumerate(texts):
        doubled = str(text).replace("{", "{{").replace("}", "}}")
        body.append(escaped(doubled, quote))
        if position < len(fields):
            shown, more = _interpolation(scope.quoted(quote), fields[position], quote)
            body.append(shown)
            marks += more
    return Level.ATOM, [*marks, f"t{quote}{''.join(body)}{quote}"]


def _interpolation(scope: Scope, value: Value, quote: str) -> Part:
    if value.op is not MicroOp.INTERPOLATION:
        raise EmitError("a template of unknown parts")
    source = _literal_text(value.operands[1])
    if source is None:
        raise EmitError("an interpolation without source text")
    marks = [Mark(scope.code, value.all_origins())]
    text = (" " if source.startswith("{") else "") + source
    text += _conversion(value.payload)
    for specification in value.operands[2:]:
        spec, more = _specification(scope, specification, quote)
        text += ":" + spec
        marks += more
    return "{" + text + "}", marks
