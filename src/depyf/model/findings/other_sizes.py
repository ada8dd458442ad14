"""Say in which sizes the entries of a function differ, also beside another property."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.entry_guards import frame_guards, nearest
from depyf.model.findings.causes import root_name
from depyf.model.findings.names import joined, parameters, some_values
from depyf.model.guard_fact import INPUTS
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Compilation, Frame
    from depyf.torch_text.questions import TensorGuard

_MOST_NAMED = 2
# The calls differ in a size anyway, or in what a size decides.
_OF_SIZES = frozenset(
    {GuardKind.SIZE, GuardKind.CONDITION, GuardKind.STRIDE, GuardKind.RANK}
)


def each_size(group: Group) -> str:
    """Return words such as ``was compiled for each size of `x` (dimension 0: 4, 7)``.

    They name all dimensions of the tensor that differ between entries.
    """
    first = group.first
    met: dict[int, list[str]] = {}
    for entry in group.frame.entries:
        for guard in entry.guards:
            tensor = guard.asks.tensor
            if tensor is not None and guard.asks.subject == first.literal:
                for number, size in enumerate(tensor.size):
                    met.setdefault(number, []).append(size)
    sizes = {first.index: group.some_sizes}
    for number, every in met.items():
        if number != first.index and len(set(every)) > 1 and "None" not in every:
            sizes[number] = some_values(every)
    dimensions = "; ".join(f"dimension {at}: {some}" for at, some in sizes.items())
    return f"was compiled for each size of `{group.source}` ({dimensions})"


def other_sizes(group: Group) -> str:
    """Return words such as ``, and `x` differs in size``.

    An entry for one kind of calls is not the only reason for a recompile if each
    recompile was for other sizes of the same tensors, too.
    """
    if any(one.first.kind in _OF_SIZES for one in (group, *group.others)):
        return ""  # another finding names sizes of this function
    given = {one for one in parameters(group.run.root_of(group.frame)) if one != "self"}
    each = [
        {subject for subject, *_ in resized(group.frame, one)}
        for one in group.compilations
        if one.entry
    ]
    shared = set.intersection(*each) if each else set()
    names = sorted(one for one in shared if root_name(one) in given)
    more = len(names) - _MOST_NAMED
    words = [f"`{one}`" for one in names[:_MOST_NAMED]]
    words += [f"{more} more"] if more > 0 else []
    verb = "differs" if len(words) == 1 else "differ"
    return f", and {joined(words)} {verb} in size" if words else ""


def resized(
    frame: Frame, made: Compilation
) -> Iterator[tuple[str, TensorGuard, TensorGuard]]:
    """Yield the inputs whose size the nearest earlier entry does not accept.

    Each comes with what that entry requires of it, and what the new entry requires.
    """
    guards = frame_guards(frame)
    own = guards.of(made)
    near = nearest(guards, own) if own is not None else None
    if own is None or near is None:
        return
    before = {
        fact.subject: fact.tensor
        for fact in near.facts.facts
        if fact.tensor is not None and fact.category == INPUTS
    }
    for fact in own.own:
        old = before.get(fact.subject)
        if old is not None and fact.tensor is not None and _resizes(old, fact.tensor):
            yield fact.subject, old, fact.tensor


def _resizes(old: TensorGuard, new: TensorGuard) -> bool:
    """Return whether a size that `old` requires differs in `new`.

    Torch leaves a size open only if it differed.
    """
    is_same_rank = len(old.size) == len(new.size)
    return is_same_rank and any(
        before not in {"None", after} for before, after in zip(old.size, new.size)
    )
