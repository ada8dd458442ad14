"""Read from the guards of entries which values they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

if TYPE_CHECKING:
    from depyf.model.run import Compilation


def values_in(entries: Sequence[Compilation], target: str) -> Iterator[str]:
    """Yield the values that the guards of entries require for a path."""
    for entry in entries:
        for guard in entry.guards:
            asks = guard.asks
            if target and asks.value == target and asks.relation == "==":
                yield asks.expected


def is_strided(compilation: Compilation, target: str) -> bool:
    """Return whether an entry is for a tensor that is not contiguous."""
    tensors = (guard.asks.tensor for guard in compilation.guards)
    return any(
        one is not None and one.subject == target and not one.is_contiguous
        for one in tensors
    )
