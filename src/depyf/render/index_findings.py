"""What to act on and what is expected: the first lines of ``index.md``, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings import findings
from depyf.model.findings.names import seconds
from depyf.model.serialize import fields_to_json, record_to_json
from depyf.model.wording import shortened
from depyf.render.fitting import WIDTH, wrapped
from depyf.render.markdown import code, plain, sentence
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings import Expected, Finding
    from depyf.model.run import Run
    from depyf.model.serialize import Json

_MOST_EXPECTED = 12
_LONGEST_CODE, _SHORTEST_CODE = 60, 30
_LINES = 2  # of a finding, before the change


def opening(run: Run) -> list[str]:
    """Return the lines that say what a reader should act on."""
    found = findings(run).findings
    if not found:
        several = run.started.world_size > 1
        more = ", taken alone; how the ranks compare is said below" if several else ""
        return [_totals_sentence(run, f"Nothing in it asks for a change{more}.")]
    number = "One thing" if len(found) == 1 else f"{len(found)} things"
    lines = [
        _totals_sentence(
            run, f"{number} to act on{', gravest first' if len(found) > 1 else ''}:"
        ),
        "",
    ]
    for position, one in enumerate(found, 1):
        lines += _finding(position, one)
    return lines


def expected(run: Run) -> list[str]:
    """Return what happened more than once and is as it should be."""
    found = findings(run).expected
    if not found:
        return []
    alike: dict[tuple[str, str, str], list[Expected]] = {}
    for one in found:
        alike.setdefault((one.what, one.edit, one.note), []).append(one)
    lines = ["As it should be:"]
    for group in list(alike.values())[:_MOST_EXPECTED]:
        listed = ", ".join(code(one.subject) for one in group)
        lines += wrapped(f"- {listed}: {sentence(group[0].what)}", "  ")
        lines += _origin(group[0], "  ")
        lines += _saving(group)
    more = len(alike) - _MOST_EXPECTED
    return [*lines, *([f"- and {more} more, in summary.json"] if more > 0 else []), ""]


def _saving(group: Sequence[Expected]) -> list[str]:
    """Return what would have made it happen once, if anything would."""
    first, spent = group[0], sum(one.seconds for one in group)
    if not first.edit:
        return []
    note = f", {sentence(first.note)}" if first.note else ""
    took = seconds(spent)
    head = f"To save it ({took})" if took else "To save it"
    return wrapped(f"  {head}: {code(first.edit)}{note}", "  ")


def _totals_sentence(run: Run, last: str) -> str:
    """Return in sentences what was compiled."""
    made = [one for one in run.compilations if one.entry is not None]
    again = sum(1 for one in made if one.recompile)
    roots = [root for root in run.roots if root.compilations]
    compiled = [root for root in roots if root.entries]
    if not roots:
        return last
    one = len(compiled) == 1
    number = "One function was" if one else f"{len(compiled)} functions were"
    entries = "one entry" if len(made) == 1 else f"{len(made)} entries"
    words = f"{number} compiled, into {entries}" if made else "Nothing was compiled"
    words += f", {again} of them made because earlier ones did not fit" if again else ""
    words += _left_to_python(len(roots) - len(compiled)) if made else ""
    return f"{words}. {last}"


def _left_to_python(number: int) -> str:
    if not number:
        return ""
    return f"; {number} more {'runs' if number == 1 else 'run'} as plain Python"


def _finding(position: int, one: Finding) -> list[str]:
    """Return a finding: what and where, and what to change."""
    head = f"{position}. **{code(one.subject)}**"
    versions = list(_versions(head, one))
    lines = next((one for one in versions if len(one) <= _LINES), versions[-1])
    if len(lines) > _LINES:
        text = " ".join([lines[0], *map(str.strip, lines[1:])])
        lines = wrapped(shortened(text, _LINES * WIDTH - len("   ")), "   ")
    change = ""
    if one.edit:
        change = f"   Change: {code(one.edit)}"
        change += f", {sentence(one.note)}" if one.note else ""
    elif one.note:
        change = f"   Change: {sentence(one.note)}"
    lines = [*lines, *_origin(one, "   ")]
    return [*lines, shortened(change, WIDTH)] if change else lines


def _origin(one: Finding | Expected, indent: str) -> list[str]:
    """Return where a value was made, one line; none where that is unknown."""
    if not one.origin:
        return []
    places = ", ".join(_line(line, _LONGEST_CODE) for line in one.origin)
    head = "Value from one of these, as its name tells" if one.origin_by_name else ""
    return [shortened(f"{indent}{head or 'Value from'}: {places}", WIDTH)]


def _versions(head: str, one: Finding) -> Iterator[list[str]]:
    """Yield the lines of what happens and where, each time with less of the code."""
    led_here = one.led_here if one.led_here != one.where else None
    clauses = one.what.split("; ")
    lengths = (_LONGEST_CODE, _SHORTEST_CODE, 0)
    shapes = [(n, led, len(clauses)) for n in lengths for led in {n: 0, 0: 0}]
    shapes += [(0, 0, count) for count in range(len(clauses) - 1, 0, -1)]
    for length, led_length, count in shapes:
        what = sentence("; ".join(clauses[:count]))
        what += " (more in summary.json)" if count < len(clauses) else ""
        where = _line(one.where, length)
        if led_here is not None:
            where += f", called at {_line(led_here, led_length)}"
        yield wrapped(f"{head} {what}: {where}" if where else f"{head} {what}", "   ")


def _line(line: SourceLine | None, length: int) -> str:
    """Return a place with so much of the code that stands there."""
    if line is None:
        return ""
    where = plain(place(line.file, line.line))
    shown = code(shortened(line.text, length)) if line.text and length else ""
    return f"{where} {shown}" if shown else where


# --- for programs ---------------------------------------------------------------------


def findings_json(run: Run) -> list[Json]:
    """Return what to act on, the gravest first."""
    return [_finding_json(one) for one in findings(run).findings]


def expected_json(run: Run) -> list[Json]:
    """Return what happened more than once and is as it should be."""
    return [_expected_json(one) for one in findings(run).expected]


def _expected_json(one: Expected) -> Json:
    found: dict[str, Json] = {"subject": one.subject, "what": one.what}
    if one.edit:
        found.update(edit=one.edit, note=one.note, seconds=round(one.seconds, 3))
    if one.origin:
        found["origin"] = [record_to_json(line) for line in one.origin]
    if one.origin_by_name:
        found["origin_by_name"] = True
    return found


def _finding_json(one: Finding) -> Json:
    found: dict[str, Json] = {
        **fields_to_json(one, "rule subject what"),
        "place": place(one.where.file, one.where.line) if one.where else "",
        "line": _line_json(one.where),
        "called_at": _line_json(one.led_here),
        "origin": [record_to_json(line) for line in one.origin],
        "origin_by_name": one.origin_by_name or None,
        **fields_to_json(one, "edit note hint"),
        "seconds": round(one.seconds, 3),
        "times": one.times,
    }
    return {key: value for key, value in found.items() if value not in ("", None, [])}


def _line_json(line: SourceLine | None) -> Json:
    return record_to_json(line) if line is not None else None
