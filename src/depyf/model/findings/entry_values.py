"""Read from the guards of entries which values they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.names import is_library
from depyf.reading.numbers import is_number
from depyf.torch_text.access_paths import bare, paths_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
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


def container_line(entries: Sequence[Compilation], target: str) -> SourceLine | None:
    """Return the program's line that needs the container of an item; None if unknown.

    Torch may name a library's line for the item, such as of a `nn.ModuleDict` that gets
    it as a key.
    """
    path = next(iter(paths_of(target)), None)
    if path is None or not path.steps or path.steps[-1].is_attribute:
        return None
    owner = path.owner(len(path.steps) - 1).literal
    for entry in entries:
        for guard in entry.guards:
            line = guard.user_line
            if line is not None and guard.asks.subject == owner:
                if not is_library(line.file):
                    return line
    return None


def is_strided(compilation: Compilation, target: str) -> bool:
    """Return whether an entry is for a tensor that is not contiguous."""
    tensors = (guard.asks.tensor for guard in compilation.guards)
    return any(
        one is not None and one.subject == target and not one.is_contiguous
        for one in tensors
    )
