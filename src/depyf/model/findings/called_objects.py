"""Find where the program creates the object whose call breaks a graph."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import last_name
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break


def made_at(one: Break) -> tuple[SourceLine, ...]:
    """Return the line that creates the object that the broken line calls.

    An attribute of an object is meant, set to a new object of a class of which torch
    speaks: `self.rnn = nn.GRU(...)` where torch cannot look into a GRU.
    """
    return tuple(dict.fromkeys(_made_at(one)))


def _made_at(one: Break) -> Iterator[SourceLine]:
    file, line = file_of(one.run, one.where), one.where
    if file is None or line is None:
        return
    event = one.event
    said = _words(f"{event.reason} {event.explanation} {event.context}")
    index, tracer = index_of(file), tracer_of(program_files(one.run))
    for calls in index.calls.values():
        for call in calls:
            if call.lineno != line.line or not isinstance(call.func, ast.Attribute):
                continue
            spot = tracer.spot(file, call)
            owner = call.func.value
            wanted = tracer.finder.of(index, owner, spot.store(owner))
            if wanted is None:
                continue
            for where, store in tracer.stores_of(call.func.attr, wanted):
                made = store.value
                if isinstance(made, ast.Call) and last_name(made.func) in said:
                    yield line_of(where, store.line)


def _words(text: str) -> set[str]:
    """Return the names in a string."""
    return set("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
