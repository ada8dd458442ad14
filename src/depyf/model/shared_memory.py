"""Find the values of a graph that share memory, and the readers of changed values.

torch prints a later reader of ``x`` as a reader of ``x``, also after ``x[0] = y``.  The
drawn graph has an edge from the node that changed ``x`` to such a reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.torch_text.expressions import SUBSCRIPT

if TYPE_CHECKING:
    from depyf.torch_text.operators import Operator

# Operations whose result shares the memory of the first argument: ``Tensor(a)`` in
# torch's signatures. They do not say it of `_unsafe_view`, which is one, too.
_NAMES_OF_VIEWS = (
    "H T alias as_strided chunk detach diagonal expand expand_as mH mT movedim narrow "
    "permute select slice split split_with_sizes squeeze swapaxes swapdims t "
    "tensor_split transpose unbind unfold unsqueeze view view_as view_as_complex "
    "view_as_real _reshape_alias _unsafe_view"
)
VIEWS = frozenset(_NAMES_OF_VIEWS.split())


def memory_owners(operators: Sequence[Operator]) -> dict[str, str]:
    """Map each value to the owner of its memory: the value itself, unless it is a view.

    The owner may also be a parameter that is not a node of its own.
    """
    known = {one.name: one for one in operators}
    owners: dict[str, str] = {}
    for one in operators:
        first = one.first
        is_made = first in owners or first not in known
        shares = bool(first) and is_made and _shares(one, known.get(first))
        owners[one.name] = owners.get(first, first) if shares else one.name
    return owners


def views_among(operators: Sequence[Operator]) -> frozenset[str]:
    """Return the values that share the memory of another value or of a parameter."""
    owners = memory_owners(operators)
    return frozenset(name for name, owner in owners.items() if name != owner)


def _shares(one: Operator, first: Operator | None) -> bool:
    """Return whether a node's value shares the memory of its first input."""
    name = one.operation
    if name == SUBSCRIPT:
        # It selects one of several results, or a part of a tensor. Indexing with a
        # tensor copies.
        is_one = len(one.arguments) <= 1
        if first is None or first.annotation or first.kind != "operator":
            return is_one
        return is_one and first.operation in VIEWS
    return name in VIEWS or one.changes


def with_changes(
    operators: Sequence[Operator], owners: dict[str, str]
) -> Sequence[Operator]:
    """Return the nodes of a graph; readers of a changed value take what changed it.

    Args:
        operators: the nodes, in an order of execution.
        owners: the owner of each value's memory, from `memory_owners`.
    """
    if not any(one.changes for one in operators):
        return operators
    return [*_Changes(owners).applied(operators)]


class _Change(NamedTuple):
    """The last node that changed a value, and its position."""

    at: int
    node: str


class _Changes:
    """Follows the changes of values through a graph."""

    def __init__(self, owners: dict[str, str]) -> None:
        self._owners = owners
        self._position: dict[str, int] = {}
        self._whole: dict[str, str] = {}  # from a view to the value it is a view of
        self._same: dict[str, str] = {}  # from a node to the value that it changes
        # By the owner of the memory, the last change of each value.
        self._changes: dict[str, dict[str, _Change]] = {}

    def applied(self, operators: Sequence[Operator]) -> Iterator[Operator]:
        for at, one in enumerate(operators):
            takes = (name for each in one.arguments for name in self._current(each))
            yield one._replace(arguments=tuple(dict.fromkeys(takes)))
            self._position[one.name] = at
            first = self._same.get(one.first, one.first)
            if one.changes:
                self._same[one.name] = first
                known = self._changes.setdefault(self._owner(first), {})
                known[first] = _Change(at, one.name)
            elif self._owner(one.name) != one.name:
                self._whole[one.name] = first

    def _current(self, name: str) -> Iterator[str]:
        """Yield the nodes that a reader of a value takes, the value's own first.

        Changes of a part, or of the whole that the value is a part of, are among them.
        Other parts of that whole may be at other positions: they are not.
        """
        value = self._same.get(name, name)
        known = self._changes.get(self._owner(value), {})
        own = known.get(value, _Change(self._position.get(value, -1), name))
        yield own.node
        for other, change in known.items():
            if change.at > own.at and (
                self._is_part(other, value) or self._is_part(value, other)
            ):
                yield change.node

    def _owner(self, name: str) -> str:
        return self._owners.get(name, name)

    def _is_part(self, name: str, of: str) -> bool:
        """Return whether a value is a view of another value, or of a view of it."""
        while name in self._whole:
            name = self._whole[name]
            if name == of:
                return True
        return False
