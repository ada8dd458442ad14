"""Turns records of torch's structured trace into events, live or from a log.

The order of the records is theirs; where they come from, and what the place offers
(interned names, the guards as objects), is behind `trace_input.Surroundings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

from depyf.capture.trace_input import FileNames, Record, record_about, record_name
from depyf.capture.trace_table import rows_of
from depyf.model.ids import CompileId

if TYPE_CHECKING:
    from depyf.capture.trace_input import Surroundings


class TraceReader:
    """Reads one record after the other.

    Args:
        place: where the records come from and the events go.
    """

    def __init__(self, place: Surroundings) -> None:
        self._place = place
        self._files = FileNames(place)

    def take(self, metadata: Mapping[str, Any], payload: str) -> None:
        """Read one record.

        Args:
            metadata: what torch says about it; the first key names its kind.
            payload: its body, which may be empty.
        """
        name = record_name(metadata)
        rows = rows_of(name)
        if not rows:
            return
        record = Record(
            name,
            self._compile_id(metadata),
            record_about(metadata),
            payload,
            self._place,
            self._files,
        )
        for row in rows:
            event = row.read(record)
            if event is not None:
                self._place.record(event)

    def _compile_id(self, metadata: Mapping[str, Any]) -> CompileId | None:
        frame, autograd = metadata.get("frame_id"), metadata.get("compiled_autograd_id")
        if frame is None and autograd is None:
            return None
        return self._place.identified(
            CompileId(
                frame,
                metadata.get("frame_compile_id"),
                metadata.get("attempt") or 0,
                self._place.generation,
                autograd,
            )
        )
