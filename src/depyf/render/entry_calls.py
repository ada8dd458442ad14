"""Say for the page which line called an entry, and what its graph break calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.called_function import called_function
from depyf.model.findings.names import call_line
from depyf.render.json import frame_id

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.serialize import Json


def entry_calls(run: Run, frame: Frame, compilation: Compilation) -> dict[str, Json]:
    """Return the fields `called_at` and `calls` of a compilation, as far as known."""
    found: dict[str, Json] = {}
    line = call_line(compilation)
    if line is not None:
        found["called_at"] = {"file": line.file, "line": line.line, "text": line.text}
    called = called_function(run, frame, compilation)
    if called is not None:
        refused = {} if called.refused is None else {"refused": called.refused}
        found["calls"] = {"frame": frame_id(run, called.frame.key), **refused}
    return found
