"""Find the lines that keep torch from compiling a call, such as a `disable`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.attribute_stores import stores_of
from depyf.model.findings.borrowed_methods import getattr_met
from depyf.model.findings.disabled_functions import disabled_functions
from depyf.model.findings.fake_functions import fakes
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.spots import spot_of_node
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import changed_attribute, words_in

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break


def made_at(one: Break) -> tuple[SourceLine, ...]:
    """Return the lines that keep torch from compiling the call of a break.

    There are five kinds: the line that creates the called object, if torch names its
    class (`self.rnn = nn.GRU(...)`); the `disable` of a function; the fake function of
    an operator that fails; the line that sets an attribute inside a checkpoint; the
    `__getattr__` that a class takes from another type.
    """
    file, line = file_of(one.run, one.where), one.where
    if file is None or line is None:
        return ()
    event = one.event
    said = words_in(f"{event.reason} {event.explanation} {event.context}")
    calls = [
        call
        for found in index_of(file).calls.values()
        for call in found
        if call.lineno == line.line
    ]
    made = (
        *_objects(one, file, calls, said),
        *(found.line for found in disabled_functions(one) if "disable" in said),
        *(_fakes(one, calls, said) if "fake" in said else ()),
        *_changes(one, changed_attribute(event.explanation)),
        *(found.line for found in getattr_met(one)),
    )
    return tuple(dict.fromkeys(made))


def _objects(
    one: Break, file: ProgramFile, calls: Sequence[ast.Call], said: set[str]
) -> Iterator[SourceLine]:
    tracer = tracer_of(program_files(one.run))
    for call in calls:
        if not isinstance(call.func, ast.Attribute):
            continue
        spot, owner = spot_of_node(file, call), call.func.value
        wanted = tracer.finder.of(index_of(file), owner, spot.store(owner))
        if wanted is None:
            continue
        for where, store in tracer.stores_of(call.func.attr, wanted):
            made = store.value
            if isinstance(made, ast.Call) and last_name(made.func) in said:
                yield line_of(where, store.line)


def _fakes(
    one: Break, calls: Sequence[ast.Call], said: set[str]
) -> Iterator[SourceLine]:
    """Yield the fake functions of the operators that a line calls."""
    called = {last_name(call.func) for call in calls} & said
    for fake in fakes(one.run):
        if fake.operator in called:
            yield line_of(fake.file, fake.function.lineno)


def _changes(one: Break, attribute: str) -> Iterator[SourceLine]:
    """Yield the lines that set an attribute after its object was created."""
    files = program_files(one.run)
    finder = tracer_of(files).finder
    for where, store in stores_of(files, finder, attribute, None) if attribute else ():
        yield line_of(where, store.line)
