"""Read from the guards of entries which values they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.reading.numbers import is_number
from depyf.torch_text.access_paths import bare

if TYPE_CHECKING:
    from depyf.model.run import Compilation


def values_in(entries: Sequence[Compilation], target: str) -> Iterator[str]:
    """Yield the values that the guards of entries require for a path."""
    for entry in entries:
        for guard in entry.guards:
            asks = guard.asks
            if target and asks.value == target and asks.relation == "==":
                yield asks.expected


def sizes_in(entry: Compilation, target: str) -> Sequence[str]:
    """Return the sizes of a tensor in an entry's guards, as torch prints them."""
    tensors = (guard.asks.tensor for guard in entry.guards)
    subject = bare(target)
    return next((it.size for it in tensors if it and bare(it.subject) == subject), ())


def size_in(entry: Compilation, target: str, index: int) -> int | None:
    """Return the size that an entry requires in one dimension; None if it is open."""
    sizes = sizes_in(entry, target)
    size = sizes[index] if index < len(sizes) else ""
    return int(size) if is_number(size) else None


def is_strided(compilation: Compilation, target: str) -> bool:
    """Return whether an entry is for a tensor that is not contiguous."""
    tensors = (guard.asks.tensor for guard in compilation.guards)
    return any(
        one is not None and one.subject == target and not one.is_contiguous
        for one in tensors
    )
