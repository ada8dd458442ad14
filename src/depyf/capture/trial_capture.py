"""Record what torch compiles during a trial, and restore the state afterwards."""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Iterator

from depyf.capture.boundary import FailureBoundary
from depyf.capture.context import CaptureOptions
from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.session import ATTRIBUTION, CaptureSession, kept_dumps
from depyf.model.run import GraphText

if TYPE_CHECKING:
    from depyf.model.events import Event
    from depyf.model.run import Graph

_GENERATIONS = itertools.count(1_000_000)
_OPTIONS = CaptureOptions(relocate=False, count_calls=False)


@contextmanager
def recorded() -> Iterator[list[Event]]:
    """Listen to torch in the `with` block; the list gets the events at its end."""
    events: list[Event] = []
    forget = kept_dumps()
    with TemporaryDirectory(prefix="depyf_cure_") as folder:
        directory = DumpDirectory(Path(folder))
        directory.open()
        session = CaptureSession(
            directory, _OPTIONS, FailureBoundary(), lambda: None, _no_text
        )
        # A generation of its own: the same ids of torch may name other compilations.
        generation, ATTRIBUTION.generation = ATTRIBUTION.generation, next(_GENERATIONS)
        try:
            session.open()
            yield events
        finally:
            session.close()
            events += session.events()
            directory.close()
            forget()
            ATTRIBUTION.generation = generation


def _no_text(_graph: Graph) -> GraphText:
    """Return an empty text, because a trial keeps no files."""
    return GraphText("", 1)
