"""Match guards on sizes with torch's reports on the lines that added them.

A printed guard has the innermost line, which may be in torch.  The report on the same
condition has the program's line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.detail_events import ShapeGuard
from depyf.torch_text.access_paths import with_symbol
from depyf.torch_text.shape_guards import LOOKED_UP, equal_symbols
from depyf.torch_text.size_values import condition_key

if TYPE_CHECKING:
    from depyf.model.events import Event, ShapeSymbol, SourceLine
    from depyf.torch_text.guards import Guard

_SAMPLES = 6  # sets of sizes at which two conditions are compared
_FIRST, _STEP, _NEXT = 17, 23, 41  # sizes that have no common pattern


def matched(
    guards: Sequence[Guard],
    shapes: Sequence[ShapeGuard],
    symbols: Sequence[ShapeSymbol],
) -> Mapping[ShapeGuard, Guard]:
    """Return for each report the guard with the same condition, if there is one."""
    known = [one for one in symbols if one.source]
    if not known or not shapes:
        return {}
    samples = [_sample(number, known) for number in range(_SAMPLES)]
    by_key = {
        key: guard
        for guard in guards
        if any(one.source in guard.expression for one in known)
        if (key := condition_key(guard.expression, samples)) is not None
    }
    keys = {one: condition_key(one.expression, samples) for one in shapes}
    return {one: by_key[key] for one, key in keys.items() if key in by_key and key}


def with_causes(events: Sequence[Event]) -> Sequence[Event]:
    """Return events in which a size that equals a constant has the constant's line.

    Torch reports the line at which it looks up such a size, not what made it constant.
    """
    shapes = [one for one in events if isinstance(one, ShapeGuard)]
    looked_up = [one for one in shapes if one.reason == LOOKED_UP]
    if not looked_up:
        return events
    lines = {
        _symbol(one): one.user_line
        for one in shapes
        if one.reason and one.reason != LOOKED_UP
    }
    pairs = [pair for one in shapes if (pair := equal_symbols(one.expression))]
    changed = {
        id(one): replace(one, user_line=_line_of(_symbol(one), pairs, lines))
        for one in looked_up
    }
    return [changed.get(id(one), one) for one in events]


def _symbol(shape: ShapeGuard) -> str:
    return shape.expression.partition(" == ")[0]


def _line_of(
    symbol: str,
    pairs: Sequence[tuple[str, ...]],
    lines: Mapping[str, SourceLine | None],
) -> SourceLine | None:
    """Return the line that made a symbol constant, or one that equals it."""
    equal, waiting = {symbol}, [symbol]
    while waiting:
        one = waiting.pop()
        if lines.get(one) is not None:
            return lines[one]
        near = {other for pair in pairs if one in pair for other in pair} - equal
        equal |= near
        waiting += sorted(near)
    return None


def _sample(number: int, symbols: Sequence[ShapeSymbol]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    values: dict[str, int] = {}
    for one in symbols:
        size = _FIRST + _STEP * number + (_NEXT + number * number) * len(values)
        found[one.source] = found[one.symbol] = values.setdefault(one.symbol, size)
    return found


def with_program_lines(
    guards: Sequence[Guard],
    shapes: Sequence[ShapeGuard],
    symbols: Sequence[ShapeSymbol],
) -> tuple[Guard, ...]:
    """Return the guards; those on sizes have the line of the program."""
    lines = {
        id(guard): shape.user_line
        for shape, guard in matched(guards, shapes, symbols).items()
        if shape.user_line is not None
    }
    return tuple(
        replace(guard, user_line=lines[id(guard)]) if id(guard) in lines else guard
        for guard in guards
    )


def in_symbols(guard: Guard, symbols: Sequence[ShapeSymbol]) -> str:
    """Return the condition of a guard, with symbols instead of paths."""
    text = guard.expression
    for one in sorted(symbols, key=lambda one: -len(one.source)):
        text = with_symbol(text, one.source, one.symbol) if one.source else text
    return text
