"""Read the cache entries of a compiled function that has already run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence, TypeVar

from depyf.capture import torch_compat
from depyf.capture.attribution import Attribution
from depyf.capture.context import run_started
from depyf.capture.entry_event import guards_of, resume_codes, shown_entry
from depyf.torch_text.names import CompileId

if TYPE_CHECKING:
    from types import CodeType

    from depyf.model.events import Event

_Entry = TypeVar("_Entry")


def entry_events(target: object) -> Iterator[Event]:
    """Yield the entries and guards of a compiled function and its resume functions.

    The oldest entries come first, if torch's ids tell the order.

    Raises:
        TypeError: `target` is no function, method or module.
    """
    code = torch_compat.code_of(target)
    if code is None:
        raise TypeError(f"{type(target).__name__} object has no Python code")
    yield run_started()
    reader = _EntryReader(torch_compat.globals_of(target))
    yield from reader.events(code)


class _EntryReader:
    """Reads the entries of a code object, then those of the resume functions."""

    def __init__(self, namespace: Mapping[str, object]) -> None:
        self._namespace = namespace
        self._attribution = Attribution()
        self._seen: set[int] = set()
        self._nameless = 0

    def events(self, code: CodeType) -> Iterator[Event]:
        waiting = [code]
        while waiting:
            current = waiting.pop(0)
            if id(current) in self._seen:
                continue
            self._seen.add(id(current))
            for entry in oldest_first(torch_compat.cache_entries(current)):
                yield from self._of_entry(current, entry)
                found = resume_codes(entry.code, self._namespace)
                waiting += [resume for _, resume in found]

    def _id_of(self, entry: object) -> CompileId:
        """Return the compile id of an entry, or a substitute for torch up to 2.4."""
        known = CompileId.parse(torch_compat.entry_name(entry))
        if known is not None:
            return known
        self._nameless += 1
        return CompileId(None, None, generation=self._nameless)

    def _of_entry(self, original: CodeType, entry: object) -> Iterator[Event]:
        new: CodeType = entry.code  # type: ignore[attr-defined]
        compile_id = self._id_of(entry)
        event, _ = shown_entry(
            compile_id, original, new, self._namespace, self._attribution
        )
        # The event names no file, because none is written. Lines of a file that depyf
        # wrote do not name the user's lines.
        same_file = new.co_filename == original.co_filename
        yield replace(event, lines=event.lines if same_file else ())
        manager = torch_compat.guards_of_entry(entry)
        if manager is not None:
            yield guards_of(compile_id, manager)


def oldest_first(entries: Sequence[_Entry]) -> list[_Entry]:
    """Return entries sorted by age.

    Args:
        entries: the entries in torch's order, with the one hit last first.  Up to torch
            2.3 they have no ids, and the reversed order is the best guess.
    """
    found = [*reversed(entries)]
    found.sort(key=_age)
    return found


def _age(entry: object) -> tuple[int, int]:
    """Return a sort key from an entry's compile id, or a constant without an id."""
    compile_id: CompileId | None = CompileId.parse(torch_compat.entry_name(entry))
    if compile_id is None:
        return (0, 0)
    return (compile_id.compile or 0, compile_id.attempt)
