"""Value numbers, and how the numbers of two sides are compared and joined.

A value number represents the facts known about a value. Two locations with the same
number, on one side or on both, have the same value. The idea is that of Alpern, Wegman
and Zadeck, "Detecting equality of variables in programs", POPL 1988. The forms of value
numbers are:

- an int: nothing else is known about the value. The low `_FLAG_BITS` bits are facts
  such as `BOOLEAN`, the others the number.
- ``("const", Constant)``: a known constant.
- ``("unbound",)``: no value (an unbound local, or NULL on the stack).
- ``("new", serial, kind, items...)``: an object that one side has created and no other
  code has seen. It equals any other such object of that kind with equal items.
- ``(head, items...)``: the result of a pure operation on ``items``.
"""

from __future__ import annotations

from typing import Callable, Dict, Hashable, Tuple, Union

from depyf.decompiler.exact_types import SCALARS
from depyf.decompiler.ir.constant import MAX_DEPTH, Constant

NumberTuple = Tuple[Hashable, ...]
ValueNumber = Union[int, NumberTuple]
Environment = Dict[int, ValueNumber]

BOOLEAN = 1
MAYBE_UNBOUND = 2
ITERATOR = 4
LIST = 8
SET = 16
DICT = 32
_FLAG_BITS = 6
_FLAGS = (1 << _FLAG_BITS) - 1

UNBOUND: NumberTuple = ("unbound",)
TRUE: NumberTuple = ("const", Constant(True))
NONE: NumberTuple = ("const", Constant(None))
FALSE: NumberTuple = ("const", Constant(False))

#: Maps the kind of a new object to the facts about the object.
FLAGS_OF_KIND: dict[Hashable, int] = {"list": LIST, "set": SET, "dict": DICT}
_SINGLETONS = (None, True, False, Ellipsis)
_SLICE_PARTS = 3
_MAX_PARTS = 500
_BOOLEAN_HEADS = frozenset({"is", "not"})
#: Heads whose items are not value numbers.
OPAQUE_HEADS = frozenset({"const", "unbound", "locals", "build_class", "common"})


class FreshNumbers:
    """Returns new numbers for unknown values."""

    def __init__(self) -> None:
        self._next = 1

    def unknown(self, flags: int = 0) -> int:
        """Return a new value number."""
        self._next += 1
        return self._next << _FLAG_BITS | flags

    def serial(self) -> int:
        """Return a number for a new object."""
        self._next += 1
        return self._next


def is_boolean(item: ValueNumber) -> bool:
    """Return whether the value is certainly ``True`` or ``False``."""
    if isinstance(item, int):
        return bool(item & BOOLEAN)
    if item[0] == "const":
        return type(constant_of(item)) is bool
    return item[0] in _BOOLEAN_HEADS


def flags_of(item: ValueNumber) -> int:
    """Return the facts that are certain about the value, and `MAYBE_UNBOUND`."""
    if isinstance(item, int):
        return item & _FLAGS
    if item[0] == "new":
        return FLAGS_OF_KIND.get(item[2], 0)
    if item == UNBOUND:
        return MAYBE_UNBOUND
    return BOOLEAN if is_boolean(item) else 0


def may_be_unbound(item: ValueNumber) -> bool:
    """Return whether reading a local with this number may raise."""
    return bool(item & MAYBE_UNBOUND) if isinstance(item, int) else item == UNBOUND


def is_large(items: tuple[Hashable, ...]) -> bool:
    """Return whether a value has too many parts to be kept as a tree."""
    count = 0
    pending = list(items)
    while pending:
        count += len(pending)
        if count > _MAX_PARTS:
            return True
        pending = [
            part for item in pending if isinstance(item, tuple) for part in item[1:]
        ]
    return False


def constant_number(value: object, depth: int = 0) -> NumberTuple:
    """Return the number of a constant; a tuple or slice gets that of its display."""
    if depth == MAX_DEPTH:
        return ("const", Constant(value))
    if type(value) is tuple:
        return ("tuple", *(constant_number(part, depth + 1) for part in value))
    if type(value) is slice:
        parts = value.start, value.stop, value.step
        return ("slice", *(constant_number(part, depth + 1) for part in parts))
    return ("const", Constant(value))


def constant_of(item: NumberTuple) -> object:
    """Return the value of a ``const`` number."""
    constant = item[1]
    assert isinstance(constant, Constant)
    return constant.value


def is_simple_constant(item: ValueNumber) -> bool:
    """Return whether testing and comparing a constant runs no other code."""
    return (
        not isinstance(item, int)
        and item[0] == "const"
        and constant_of(item) in SCALARS
    )


def is_hashed_silently(item: ValueNumber) -> bool:
    """Return whether hashing a value calls no code, as for simple constants.

    Hashing a tuple of such values calls no code either. Keys of a display are also
    compared with each other, so all of them must be such values.
    """
    if not isinstance(item, int) and item[0] == "tuple":
        parts = [part for part in item[1:] if isinstance(part, (int, tuple))]
        return all(map(is_hashed_silently, parts))
    return is_simple_constant(item)


def truth_of(item: ValueNumber) -> bool | None:
    """Return the truth of a value if testing it needs no call; None if unknown."""
    if isinstance(item, int):
        return None
    if item[0] == "tuple":
        return len(item) > 1
    if is_simple_constant(item):
        return bool(constant_of(item))
    return None


def negation(item: ValueNumber) -> ValueNumber:
    """Return the number of ``not item`` for a boolean."""
    if isinstance(item, tuple):
        if item[0] == "not":
            inner = item[1]
            assert isinstance(inner, (int, tuple))
            return inner
        if item[0] == "const":
            return FALSE if constant_of(item) else TRUE
    return ("not", item)


def identity_test(left: ValueNumber, right: ValueNumber) -> ValueNumber:
    """Return the number of ``left is right``."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        one, other = left, right
        if one[0] == other[0] == "const":
            first, second = constant_of(one), constant_of(other)
            singleton = any(first is item or second is item for item in _SINGLETONS)
            if singleton:
                return TRUE if first is second else FALSE
    return ("is", left, right)


def pure_number(head: str, items: tuple[ValueNumber, ...]) -> ValueNumber:
    """Return the number of a pure operation; the missing step of a slice is added."""
    missing = (NONE,) * (_SLICE_PARTS - len(items)) if head == "slice" else ()
    return (head, *items, *missing)


KindTest = Callable[[Hashable, Hashable], bool]


class Matcher:
    """Decides whether two values are equal, and pairs new objects of both sides.

    Args:
        same_kind: returns whether two kinds of new objects are equal; a kind may
            contain nested functions.
        fresh: returns the common number of a pair of objects.
    """

    def __init__(self, same_kind: KindTest, fresh: FreshNumbers) -> None:
        self._same_kind = same_kind
        self._fresh = fresh

    def match(
        self,
        one: ValueNumber,
        other: ValueNumber,
        pairs: dict[ValueNumber, ValueNumber],
    ) -> bool:
        """Return whether two values are equal; add equal new objects to ``pairs``.

        Args:
            one: the number on the original's side.
            other: the number on the recompiled side.
            pairs: maps a new object to a common number that it shares with its equal on
                the other side. If all values match, `substitute` puts the common
                numbers into both environments.
        """
        one, other = pairs.get(one, one), pairs.get(other, other)
        if one == other:
            return True
        if isinstance(one, int) or isinstance(other, int):
            return False
        if one[0] != other[0] or one[0] in OPAQUE_HEADS:
            return False
        if one[0] == "new":
            if not self._same_kind(one[2], other[2]) or len(one) != len(other):
                return False
            if not self._match_items(one[3:], other[3:], pairs):
                return False
            pairs[one] = pairs[other] = self._fresh.unknown(flags_of(one))
            return True
        same_length = len(one) == len(other)
        return same_length and self._match_items(one[1:], other[1:], pairs)

    def _match_items(
        self,
        some: tuple[Hashable, ...],
        others: tuple[Hashable, ...],
        pairs: dict[ValueNumber, ValueNumber],
    ) -> bool:
        for one, other in zip(some, others):
            if not isinstance(one, (int, tuple)) or not isinstance(other, (int, tuple)):
                if one != other:
                    return False
            elif not self.match(one, other, pairs):
                return False
        return True


def substitute(environment: Environment, pairs: dict[ValueNumber, ValueNumber]) -> None:
    """Replace numbers in place, also inside other numbers."""
    for slot, item in environment.items():
        changed = _replaced(item, pairs)
        if changed is not item:
            environment[slot] = changed


def _replaced(item: ValueNumber, pairs: dict[ValueNumber, ValueNumber]) -> ValueNumber:
    if item in pairs:
        return pairs[item]
    if isinstance(item, int) or item[0] in OPAQUE_HEADS:
        return item
    parts: list[Hashable] = []
    changed = False
    start = 3 if item[0] == "new" else 1
    for part in item[start:]:
        new = _replaced(part, pairs) if isinstance(part, (int, tuple)) else part
        changed = changed or new is not part
        parts.append(new)
    return (*item[:start], *parts) if changed else item


class Join:
    """Combines the numbers of a stored state with those of an arriving one.

    Several arriving numbers may meet one stored number. The first keeps the stored
    number, and each other gets a new one. `changed` says whether a stored fact was
    lost.
    """

    def __init__(self, fresh: FreshNumbers) -> None:
        self._fresh = fresh
        self._pairs: dict[tuple[ValueNumber, ValueNumber], ValueNumber] = {}
        self._primary: dict[ValueNumber, ValueNumber] = {}
        self.changed: bool = False

    def join(self, stored: ValueNumber, arriving: ValueNumber) -> ValueNumber:
        """Join a location's numbers on two paths; return the joined number."""
        key = (stored, arriving)
        found = self._pairs.get(key)
        if found is None:
            found = self._pairs[key] = self._joined(stored, arriving)
            self.changed = self.changed or found != stored
        return found

    def image(self, stored: ValueNumber) -> ValueNumber | None:
        """Return the arriving number that matches a kept stored number, or None."""
        if isinstance(stored, int) or stored[0] == "new":
            return self._primary.get(stored)
        if stored[0] in OPAQUE_HEADS:
            return stored
        parts: list[Hashable] = []
        for part in stored[1:]:
            new = self.image(part) if isinstance(part, (int, tuple)) else part
            if new is None:
                return None
            parts.append(new)
        return (stored[0], *parts)

    def _joined(self, stored: ValueNumber, arriving: ValueNumber) -> ValueNumber:
        if isinstance(stored, tuple) and isinstance(arriving, tuple):
            if stored == arriving and stored[0] in OPAQUE_HEADS:
                return stored
            if stored[0] == arriving[0] and len(stored) == len(arriving):
                structured = self._joined_structure(stored, arriving)
                if structured is not None:
                    return structured
        return self._joined_unknown(stored, arriving)

    def _joined_structure(
        self, stored: NumberTuple, arriving: NumberTuple
    ) -> ValueNumber | None:
        if stored[0] in OPAQUE_HEADS:
            return None
        if stored[0] == "new":
            return self._joined_object(stored, arriving)
        return self._joined_items(stored, arriving, 1)

    def _joined_object(
        self, stored: NumberTuple, arriving: NumberTuple
    ) -> ValueNumber | None:
        if stored[2] != arriving[2]:
            return None
        joined = self._joined_items(stored, arriving, 3)
        if joined is None or self._primary.setdefault(stored, arriving) == arriving:
            return joined
        return ("new", self._fresh.serial(), *joined[2:])

    def _joined_items(
        self, stored: NumberTuple, arriving: NumberTuple, start: int
    ) -> NumberTuple | None:
        parts: list[Hashable] = []
        for one, other in zip(stored[start:], arriving[start:]):
            if isinstance(one, (int, tuple)) and isinstance(other, (int, tuple)):
                parts.append(self.join(one, other))
            elif one == other:
                parts.append(one)
            else:
                return None
        return (*stored[:start], *parts)

    def _joined_unknown(
        self, stored: ValueNumber, arriving: ValueNumber
    ) -> ValueNumber:
        ours, theirs = flags_of(stored), flags_of(arriving)
        flags = ours & theirs | (ours | theirs) & MAYBE_UNBOUND
        if isinstance(stored, int):
            same_flags = ours == flags
            if same_flags and self._primary.setdefault(stored, arriving) == arriving:
                return stored
        return self._fresh.unknown(flags)
