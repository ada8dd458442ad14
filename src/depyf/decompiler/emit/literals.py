"""Write constants as source that compiles to the same constants."""

from __future__ import annotations

import math
import re
import struct
from typing import Callable, Iterable, Iterator

from depyf.decompiler.emit.pieces import Level
from depyf.decompiler.exact_types import ByType
from depyf.decompiler.ir.constant import MAX_DEPTH
from depyf.records import dataclass

# Python refuses decimal literals of more than 4300 digits, but not hexadecimal ones.
_LONGEST_DECIMAL_BITS = 14_000
_TRIPLE = ('"""', "'''")
_QUOTES = ('"', "'", *_TRIPLE)
_LATIN, _BASIC, _ASCII = 0x100, 0x10000, 0x80
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True)
class QuoteRule:
    """The quotes of the f-strings around a literal, outermost first.

    With ``nested`` (PEP 701), other quotes are only a help for the reader. Without it,
    the literal must contain neither these quotes nor a backslash.
    """

    outer: tuple[str, ...] = ()
    nested: bool = True

    def inside(self, quote: str) -> QuoteRule:
        """Return the rule inside an f-string that uses ``quote``."""
        return QuoteRule((*self.outer, quote), self.nested)

    def allows(self, text: str) -> bool:
        """Return whether ``text`` may stand inside the surrounding f-strings."""
        if self.nested or not self.outer:
            return True
        if "\\" in text or any(quote in text for quote in self.outer):
            return False
        # A line break is only possible if all surrounding strings are triple-quoted.
        return "\n" not in text or all(quote in _TRIPLE for quote in self.outer)

    @property
    def candidates(self) -> tuple[str, ...]:
        """The quotes to try, the preferred one first."""
        if self.nested:
            fresh = tuple(q for q in _QUOTES[:2] if q not in self.outer)
            return fresh or _QUOTES[:1]
        return tuple(q for q in _QUOTES if q not in self.outer)


FREE = QuoteRule()


def escaped(text: str, quote: str) -> str:
    """Return ``text`` escaped for a literal whose quotes are ``quote``."""
    if text.isprintable() and "\\" not in text and quote[0] not in text:
        return text
    found = []
    for character in text:
        if character in _ESCAPES:
            found.append(_ESCAPES[character])
        elif character == quote[0]:
            found.append("\\" + character)
        elif character.isprintable():
            found.append(character)
        else:
            found.append(_numeric_escape(ord(character)))
    return "".join(found)


def _numeric_escape(code: int) -> str:
    if code < _LATIN:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < _BASIC else f"\\U{code:08x}"


def _fewest_escapes(text: str, rule: QuoteRule) -> tuple[str, ...]:
    candidates = rule.candidates
    if rule.outer or '"' not in text or "'" in text:
        return candidates
    return ("'", *(quote for quote in candidates if quote != "'"))


def _string(text: str, rule: QuoteRule) -> str | None:
    for quote in _fewest_escapes(text, rule):
        literal = quote + escaped(text, quote) + quote
        if rule.allows(literal):
            return literal
    return _unescaped(text, rule)


def _unescaped(text: str, rule: QuoteRule) -> str | None:
    """Return a literal without backslashes; its line breaks are real ones."""
    if "\\" in text or "\r" in text:
        return None
    plain = text.replace("\n", "").replace("\t", "")
    if plain and not plain.isprintable():
        return None
    for quote in rule.candidates:
        literal = quote + text + quote
        is_safe = quote not in text and not text.endswith(quote[0])
        fits = quote in _TRIPLE or "\n" not in text
        if is_safe and fits and rule.allows(literal):
            return literal
    return None


def _bytes(data: bytes, rule: QuoteRule) -> str | None:
    text = data.decode("latin-1")
    for quote in _fewest_escapes(text, rule):
        body = "".join(
            _numeric_escape(ord(one)) if ord(one) >= _ASCII else escaped(one, quote)
            for one in text
        )
        literal = "b" + quote + body + quote
        if rule.allows(literal):
            return literal
    return None


def _integer(number: int) -> str:
    if number.bit_length() > _LONGEST_DECIMAL_BITS:
        return hex(number)
    return str(number)


def _real(number: float) -> str | None:
    if math.isnan(number):
        return _first_of(_NANS, number)
    if math.isinf(number):
        return "1e999" if number > 0 else "-1e999"
    return repr(number).replace("e+", "e")


def _magnitude(number: float) -> str:
    text = _real(abs(number)) or ""
    return text[:-2] if text.endswith(".0") else text


def _negative(number: float) -> bool:
    return math.copysign(1.0, number) < 0


def _complex(number: complex, exact_mixed: bool) -> str | None:
    """Return the source of a complex constant, as an expression that is folded.

    Up to 3.13, adding a real and an imaginary literal loses signed zeros. Such numbers
    are written as the negative of their negative.
    """
    if math.isnan(number.real) or math.isnan(number.imag):
        return _first_of(_complex_nans(number), number)
    real = _magnitude(number.real)
    imaginary = _magnitude(number.imag) + "j"
    if number.real == 0 and _negative(number.real) == _negative(number.imag):
        return f"-{imaginary}" if _negative(number.real) else imaginary
    if number.real == 0 and number.imag == 0 and not exact_mixed:
        return f"-({imaginary} * -1)" if _negative(number.imag) else f"{imaginary} * -1"
    if _negative(number.imag) and number.imag == 0 and not exact_mixed:
        sign = "" if _negative(number.real) else "-"
        return f"-({sign}{real} + {imaginary})"
    if number.real == 0 and _negative(number.real):
        return f"-({real} - {imaginary})"
    sign = "-" if _negative(number.real) else ""
    return f"{sign}{real} {'-' if _negative(number.imag) else '+'} {imaginary}"


# Expressions that are folded to a NaN; its sign depends on the processor.
_NANS = ("1e999 - 1e999", "-(1e999 - 1e999)")


def _complex_nans(number: complex) -> Iterator[str]:
    """Yield possible sources of a complex number with a NaN; each must be tried."""
    reals = [f"({text})" for text in _NANS]
    imaginaries = [f"({text.replace('999', '999j')})" for text in _NANS]
    if not math.isnan(number.real):
        reals = [f"-{_magnitude(number.real)}", _magnitude(number.real)]
    if not math.isnan(number.imag):
        imaginaries = [f"{_magnitude(number.imag)}j"]
    for real in reals:
        for imaginary in imaginaries:
            yield from (f"{real} + {imaginary}", f"{real} - {imaginary}")
    yield from imaginaries


def _first_of(texts: Iterable[str], number: complex) -> str | None:
    """Return the first source whose value has exactly the bits of this number."""
    bits = _bits(number)
    return next((text for text in texts if _bits(eval(text)) == bits), None)


def _bits(number: complex) -> bytes:
    return struct.pack("<dd", number.real, number.imag)


_SIMPLE: dict[object, str] = {None: "None", True: "True", False: "False"}


def _level(text: str) -> Level:
    if text.startswith("-(") and text.endswith(")"):
        return Level.SIGN
    if " * " in text:
        return Level.PRODUCT
    if " " in text:
        return Level.SUM
    return Level.SIGN if text.startswith("-") else Level.ATOM


_WRITERS: dict[type, Callable[..., str | None]] = {int: _integer, float: _real}
_NUMBERS = ByType(_WRITERS)


def scalar_literal(
    value: object, rule: QuoteRule, exact_mixed: bool
) -> tuple[str, Level] | None:
    """Return the source and level of a constant that is not a container.

    Args:
        value: the constant.
        rule: the quotes that surrounding f-strings use.
        exact_mixed: whether ``real + imaginary`` keeps signed zeros.

    Returns:
        The source and its level; None if the constant has no literal.
    """
    if type(value) is str:
        return _atom(_string(value, rule))
    if type(value) is bytes:
        return _atom(_bytes(value, rule))
    if value is None or type(value) is bool:
        return _atom(_SIMPLE[value])
    if value is Ellipsis:
        return _atom("...")
    number = _NUMBERS.of(value)
    if number is not None:
        text = number(value)
        return None if text is None else (text, _level(text))
    if type(value) is complex:
        text = _complex(value, exact_mixed)
        return None if text is None else (text, _level(text))
    return None


def _atom(text: str | None) -> tuple[str, Level] | None:
    return None if text is None else (text, Level.ATOM)


def is_literal(value: object) -> bool:
    """Return whether a constant has a literal; the only containers are tuples."""
    pending = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if type(item) is tuple and depth < MAX_DEPTH:
            pending += [(part, depth + 1) for part in item]
        elif scalar_literal(item, FREE, exact_mixed=True) is None:
            return False
    return True


def docstring_literal(text: str) -> str:
    """Return a docstring as a triple-quoted literal with real line breaks."""
    # A quote at the end would join the closing quotes.
    end = '\\"' if text.endswith('"') else ""
    plain = text[:-1] if end else text
    # Line breaks, tabs and quotes stay as they are; everything else is escaped if
    # needed.
    parts = re.split(r"([\n\t\"']+)", plain)
    parts[::2] = [escaped(part, '"') for part in parts[::2]]
    body = "".join(parts)
    body = body.replace('"""', '\\"\\"\\"')
    return f'"""{body}{end}"""'
