"""The findings of a run as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings import findings
from depyf.model.serialize import record_to_json
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings import Expected, Finding
    from depyf.model.run import Run
    from depyf.model.serialize import Json


def findings_json(run: Run) -> list[Json]:
    """Return what to act on, the gravest first."""
    return [_finding(one) for one in findings(run).findings]


def expected_json(run: Run) -> list[Json]:
    """Return what happened more than once and is as it should be."""
    return [_expected(one) for one in findings(run).expected]


def _expected(one: Expected) -> Json:
    found: dict[str, Json] = {"subject": one.subject, "what": one.what}
    if one.edit:
        found.update(edit=one.edit, note=one.note, seconds=round(one.seconds, 3))
    return found


def _finding(one: Finding) -> Json:
    found: dict[str, Json] = {
        "rule": one.rule,
        "subject": one.subject,
        "what": one.what,
        "place": place(one.where.file, one.where.line) if one.where else "",
        "line": _line(one.where),
        "called_at": _line(one.led_here),
        "edit": one.edit,
        "note": one.note,
        "hint": one.hint,
        "seconds": round(one.seconds, 3),
        "times": one.times,
    }
    return {key: value for key, value in found.items() if value not in ("", None)}


def _line(line: SourceLine | None) -> Json:
    return record_to_json(line) if line is not None else None
