"""Select the reasons for a recompile about values that no earlier entry accepts.

If a flag and a size vary, entries are made for pairs of both.  Torch tells one failed
guard for each entry.  A guard whose value another entry accepts explains little: that
entry was refused for something else, which is the news.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.torch_text.access_paths import bare
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import Form, GuardKind

if TYPE_CHECKING:
    from depyf.model.events import RecompileReason
    from depyf.model.run import Compilation
    from depyf.torch_text.questions import Question, TensorGuard

_OPEN = "any value"
_NOTHING = "no value"
_CONSTANTS = {GuardKind.NUMBER, GuardKind.TEXT, GuardKind.FLAG}


def reasons_of_new_values(
    made: Compilation,
    earlier: Sequence[Compilation],
    told: Sequence[RecompileReason],
) -> Sequence[RecompileReason]:
    """Return `told`, or instead one reason about a value that no earlier entry accepts.

    Args:
        made: the recompile.
        earlier: the entries that torch tried for the call.
        told: the reasons that would be told.
    """
    if not made.guards_known or len(made.recompile) < 2:
        return told
    asked = {id(one): read_guard(one.text).asks for one in made.recompile}
    known = [one for one in made.recompile if _is_known(asked[id(one)])]
    if any(one not in known for one in told):
        return told
    new = [one for one in known if _is_new(asked[id(one)], made, earlier)]
    # torch made a symbol of a value that this entry's like had as a constant.
    new = new or [one for one in known if _required(made, asked[id(one)]) == _OPEN]
    if not new or any(one in new for one in told):
        return told
    return new[:1]


def requires_constant(asks: Question) -> bool:
    """Return whether a guard requires a number, a string or a flag."""
    return asks.relation == "==" and asks.kind in _CONSTANTS


def other_constants(one: Compilation, other: Compilation) -> set[str]:
    """Return the paths of values for which two entries may need different constants.

    A flag or string that only the first entry requires may differ in the other one's
    calls.  A number may be a symbol there.
    """
    first, second = _of_entry(one).constants, _of_entry(other).constants
    return {
        path
        for (path, kind), value in first.items()
        if second.get((path, kind), value if kind is GuardKind.NUMBER else "") != value
    }


def _is_known(asks: Question) -> bool:
    """Return whether each entry shows which value it requires."""
    if asks.form is Form.MISMATCH:
        return asks.kind in _PROPERTIES
    return requires_constant(asks)


def _is_new(asks: Question, made: Compilation, earlier: Sequence[Compilation]) -> bool:
    """Return whether no earlier entry accepts the value that failed a guard."""
    own = asks.actual or _required(made, asks)
    return all(_required(one, asks) not in {_OPEN, own} for one in earlier)


def _required(entry: Compilation, asks: Question) -> str:
    """Return what an entry requires where a guard failed; `_OPEN` if nothing."""
    required = _of_entry(entry)
    if asks.form is not Form.MISMATCH:
        path = bare(asks.value)
        # Where an entry requires None, it accepts no number and no item.
        is_none = any(
            path == one or path.startswith((f"{one}[", f"{one}."))
            for one in required.none
        )
        return required.constants.get((path, asks.kind), _NOTHING if is_none else _OPEN)
    tensor = required.tensors.get(bare(asks.subject))
    return _OPEN if tensor is None else _PROPERTIES[asks.kind](tensor, asks.index)


class _Required(NamedTuple):
    """What an entry requires, by path: constants, tensors, and None."""

    constants: dict[tuple[str, GuardKind], str]
    tensors: dict[str, TensorGuard]
    none: list[str]


@once_each
def _of_entry(entry: Compilation) -> _Required:
    found = _Required({}, {}, [])
    for guard in entry.guards:
        asks = guard.asks
        if asks.tensor is not None:
            found.tensors.setdefault(bare(asks.tensor.subject), asks.tensor)
        elif requires_constant(asks):
            found.constants.setdefault((bare(asks.value), asks.kind), asks.expected)
        elif asks.kind is GuardKind.NONE and asks.relation == "is":
            found.none.append(bare(asks.value))
    return found


def _at(values: Sequence[str], index: int) -> str:
    value = values[index] if 0 <= index < len(values) else "None"
    return _OPEN if value == "None" else value


_PROPERTIES: dict[GuardKind, Callable[[TensorGuard, int], str]] = {
    GuardKind.SIZE: lambda one, index: _at(one.size, index),
    GuardKind.STRIDE: lambda one, index: _at(one.stride, index),
    GuardKind.DTYPE: lambda one, _: one.dtype.rpartition(".")[2],
    GuardKind.REQUIRES_GRAD: lambda one, _: str(one.requires_grad),
}
