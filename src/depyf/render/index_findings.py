"""Write findings as cards at the top of ``index.md``, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings import findings
from depyf.model.findings.break_costs import CODE_AFTER
from depyf.model.findings.failures import failures
from depyf.model.findings.names import joined, seconds
from depyf.model.findings.savings import saved_seconds, whole_cost
from depyf.model.findings.tried import every_edit, measured_saving
from depyf.model.overview import totals
from depyf.model.serialize import fields_to_json, record_to_json
from depyf.model.wording import counted, shortened
from depyf.render.fitting import WIDTH
from depyf.render.markdown import code, cut, lines_of, plain, sentence
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.edit_tried import EditTried
    from depyf.model.events import SourceLine
    from depyf.model.findings import Expected, Finding
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.serialize import Json

_MOST_EXPECTED = 12
_LONGEST_CODE, _SHORTEST_CODE = 60, 30
_VALUE_FROM = {
    "": "Value from",
    "by name": "Value from one of",
    "seen": "Value from (seen)",
    "cause": "Because of",
}
# Without the break, one graph needs that code, too.
_A_PART = "an edit saves a part"
_NO_EDIT = "Only settled recompiles; depyf knows no edit for them"
_SHORTER = "Only settled recompiles; an option may shorten them"
_ONE_AVOIDED = "The settled recompile can be avoided"
_SOME_AVOIDED = "Some settled recompiles can be avoided"
_LEAST_SAVED = 1.0  # the opening names only savings of so many seconds
_MOST_VALUES = 3  # more values that share a sentence
_LINES = 2  # the most lines of a part of a finding


def opening(run: Run) -> list[str]:
    """Return the lines with the totals and the findings."""
    every = findings(run)
    found = every.findings
    if not found:
        several = run.started.world_size > 1
        more = " for this rank; the ranks are compared below" if several else ""
        return [_totals_sentence(run, f"{_nothing_found(run)}{more}.")]
    number = "One finding" if len(found) == 1 else f"{len(found)} findings"
    order = ", most severe first" if len(found) > 1 else ""
    lines = [_totals_sentence(run, f"{number}{order}:"), ""]
    for position, one in enumerate(found, 1):
        lines += _finding(position, one)
    return lines


def _nothing_found(run: Run) -> str:
    """Return the words for a run without findings."""
    told = findings(run).expected
    saved = saved_seconds(run, told)
    if saved >= _LEAST_SAVED:
        return (
            f"Edits under Settled recompiles avoid about {seconds(saved)} of compiling"
        )
    if any(one.edit or one.diff or one.note for one in told):
        settled = sum(len(one.compilations) for one in told)
        return _ONE_AVOIDED if settled == 1 else _SOME_AVOIDED
    if any(one.cheaper for one in told):
        return _SHORTER
    return _NO_EDIT if told else "No changes recommended"


def expected(run: Run) -> list[str]:
    """Return the lines about expected events that happened more than once."""
    found = findings(run).expected
    if not found:
        return []
    alike: dict[tuple[object, ...], list[Expected]] = {}
    for one in found:
        # One item holds the events of a function that the same edit avoids, or those
        # that need the same line.  Without an edit, it holds equal events of several
        # functions, or several values of one origin.
        is_one_line = one.note.startswith("at ")
        told: object = (one.subject, one.origin) if one.edit else one.what
        if one.edit and is_one_line:
            told = one.note
        elif one.origin and not one.edit:
            told = (one.subject, one.origin, _apart(one.what)[1])
        alike.setdefault((told, one.edit, one.note, one.trials), []).append(one)
    lines, whole = ["Settled recompiles:"], totals(run).seconds
    groups = sorted(alike.values(), key=_spent, reverse=True)
    for group in groups[:_MOST_EXPECTED]:
        listed = ", ".join(dict.fromkeys(code(one.subject) for one in group))
        words = ". ".join([*_causes(group), *_sentences(group)])
        lines += lines_of(f"- {listed}: {sentence(words)}", "  ")
        for text in _below(group, whole):
            lines += lines_of(f"  - {text}", "    ")
    more = len(alike) - _MOST_EXPECTED
    return [*lines, *([f"- and {more} more, in summary.json"] if more > 0 else []), ""]


def _causes(group: Sequence[Expected]) -> Iterator[str]:
    """Yield what varies in the program's own calls, the plain reason."""
    found = (one.elsewhere.cause for one in group if one.elsewhere is not None)
    yield from filter(None, found)


def _apart(what: str) -> tuple[str, tuple[str, str]]:
    """Return the first code in a sentence, and what comes before and after it."""
    before, opened, rest = what.partition("`")
    value, closed, after = rest.partition("`")
    is_value = bool(opened and closed)
    return (f"`{value}`", (before, after)) if is_value else ("", (what, ""))


def _sentences(group: Sequence[Expected]) -> Iterator[str]:
    """Yield each sentence once; values with the same sentence are joined."""
    said: dict[tuple[str, str], list[str]] = {}
    for value, rest in dict.fromkeys(_apart(one.what) for one in group):
        said.setdefault(rest, []).append(value)
    for (before, after), (first, *others) in said.items():
        some = others[:_MOST_VALUES]
        more = len(others) - len(some)
        some += [f"{more} more"] if more else []
        also = f"; the same for {joined(some)}" if some else ""
        yield f"{before}{first}{after}{also}"


def _spent(group: Sequence[Expected]) -> float:
    return round(sum(whole_cost(one) for one in group), 1)  # rounded as it is shown


def _below(group: Sequence[Expected], whole: float) -> Iterator[str]:
    """Yield the lines below an item: cost, line, the value's origin, edits."""
    first, spent = group[0], seconds(_spent(group))
    if spent:
        exact = sum(whole_cost(one) for one in group)
        notes = (one.elsewhere.of_cost for one in group if one.elsewhere)
        parts = [f"{spent}{_share_words(exact, whole)}", *filter(None, notes)]
        limits = "." if len(parts) > 1 else ""
        yield f"Cost: {sentence('. '.join(parts))}{limits}"
    yield from (f"{one.elsewhere.words}." for one in group if one.elsewhere)
    yield from dict.fromkeys(sentence(one.cheaper) for one in group if one.cheaper)
    if first.where is not None:
        yield f"Needed by {_line(first.where, _LONGEST_CODE)}"
    origin = _origin(first.origin)
    if origin:
        yield f"{_VALUE_FROM[first.origin_how]}: {origin}"
    change = _change(first.edit, first.note)
    if change:
        many = "s" if len(group) > 1 else ""
        yield f"Avoid the recompile{many}: {change}"
    yield from (f"Tried: {_arrows(sentence(words))}" for words in first.trials)


def _totals_sentence(run: Run, last: str) -> str:
    """Return sentences with the totals of the run."""
    made = [one for frame in run.frames for one in _kept_entries(frame)]
    again = sum(1 for one in made if one.recompile)
    roots = [root for root in run.roots if root.compilations]
    compiled = [root for root in roots if _kept_entries(root)]
    if not roots:
        return last
    one = len(compiled) == 1
    number = "One function was" if one else f"{len(compiled)} functions were"
    entries = "one entry" if len(made) == 1 else f"{len(made)} entries"
    is_thrown = any(one.graphs for one in run.compilations)
    none = "No compiled code was kept" if is_thrown else "Nothing was compiled"
    words = f"{number} compiled into {entries}" if made else none
    by = "a recompile" if again == 1 else "recompiles"
    words += f", {again} of them by {by}" if again else ""
    refused = sum(1 for one in run.compilations if one.recompile) - again
    words += f"; {counted(refused, 'more recompile')} gave no entry" if refused else ""
    failed = {one.frame.key for one in failures(run)}
    others = [root for root in roots if not _kept_entries(root)]
    left = [root for root in others if root.key not in failed]
    words += _left_to_python(len(left)) if made else ""
    errors = len(others) - len(left)
    words += f"; {errors} more failed to compile" if made and errors else ""
    words += f"; the run ended with {code(run.ended_with)}" if run.ended_with else ""
    return f"{words}. {last}"


def _kept_entries(frame: Frame) -> list[Compilation]:
    """Return the entries of a function that torch has not thrown away."""
    return [one for one in frame.entries if one.skipped is None]


def _left_to_python(number: int) -> str:
    if not number:
        return ""
    return f"; {number} more {'runs' if number == 1 else 'run'} as plain Python"


def _finding(position: int, one: Finding) -> Iterator[str]:
    """Yield the lines of a finding's card: title, cost, location, edit, reason."""
    indent = "     "
    title = f"{position}. **{code(one.subject)} {sentence(one.title)}**"
    yield from lines_of(title, indent)
    for name, text in _card(one):
        yield from lines_of(f"   - {name}: {text}", indent)


def _card(one: Finding) -> Iterator[tuple[str, str]]:
    """Yield the known parts of a finding, each with its label."""
    parts = (
        ("Cost", "; ".join(filter(None, [sentence(cost_words(one)), _saving(one)]))),
        ("At", _location(one)),
        (_VALUE_FROM[one.origin_how], _origin(one.origin)),
        ("Change", cut(_change(one.edit, one.note), _LINES * WIDTH)),
        *(("Tried", _arrows(sentence(words))) for words in one.trials),
        ("Why", cut(sentence(one.why), _LINES * WIDTH)),
    )
    yield from ((name, text) for name, text in parts if text)


def _saving(one: Finding) -> str:
    """Return what the kept edit saves; empty if none was measured."""
    saved = measured_saving(one)
    if saved is None or not (saved or one.seconds):
        return ""
    return f"the edit saves {seconds(saved) or 'no compile time'}"


def cost_words(one: Finding) -> str:
    """Return words such as ``0.5 s (43 % of compiling), 4 recompiles``.

    The seconds of a graph break are not those of the compilations that met it.
    """
    words = [seconds(one.seconds)]
    if words[0]:
        spent_on = f" {one.spent_on}" if one.spent_on else ""
        words = [words[0] + _share_words(one.share, 1.0) + spent_on]
    words += [counted(one.recompiles, "recompile")] if one.recompiles else []
    words += [f"met in {one.met} compilations"] if one.met > 1 else []
    is_part = CODE_AFTER in one.spent_on and words[0] and measured_saving(one) is None
    parts = [", ".join(filter(None, words)), one.limit, _A_PART if is_part else ""]
    return "; ".join(filter(None, parts))


def _share_words(part: float, whole: float) -> str:
    if not part or not whole:
        return ""
    percent = f"{100 * part / whole:.0f}"
    return f" ({'under 1' if percent == '0' else percent} % of compiling)"


def _change(edit: str, note: str) -> str:
    """Return an edit and where it goes, or an instruction in words."""
    return ", ".join(filter(None, [code(edit) if edit else "", sentence(note)]))


def _location(one: Finding) -> str:
    """Return the line, the call that leads there, and other locations."""
    led_here = one.led_here if one.led_here != one.where else None
    also = f"; {sentence(one.also)}" if one.also else ""
    for length in (_LONGEST_CODE, _SHORTEST_CODE, 0):
        words = _line(one.where, length)
        if led_here is not None:
            words += f", called at {_line(led_here, length)}"
        if one.led_from is not None:
            words += f", from {_line(one.led_from, length)}"
        if len(words) + len(also) <= WIDTH - len("   - At: "):
            break
    return words + also if one.where else ""


def _arrows(text: str) -> str:
    """Return a text with plain arrows, which need no escape within a line."""
    return text.replace("-\\>", "->")


def _origin(lines: Sequence[SourceLine]) -> str:
    """Return the lines that made a value, on one line; empty if unknown.

    If they do not fit, their code is shorter, or the last of them are counted.
    """
    room, shown = WIDTH - len("   - Value from: "), ""
    for length in (_LONGEST_CODE, _SHORTEST_CODE):
        places = [_line(line, length) for line in lines]
        for left in range(len(places)):
            more = f" and {left} more" if left else ""
            shown = ", ".join(places[: len(places) - left]) + more
            if len(shown) <= room and (left == 0 or length == _SHORTEST_CODE):
                return shown
    return cut(shown, room)


def _line(line: SourceLine | None, length: int) -> str:
    """Return a location with the beginning of its code."""
    if line is None:
        return ""
    where = plain(place(line.file, line.line))
    shown = code(shortened(line.text, length)) if line.text and length else ""
    return f"{where} {shown}" if shown else where


# --- for programs ---------------------------------------------------------------------


def findings_json(run: Run) -> list[Json]:
    """Return the findings, the most severe first."""
    return [_finding_json(one) for one in findings(run).findings]


def expected_json(run: Run) -> list[Json]:
    """Return the expected events that happened more than once, as data."""
    return [_expected_json(one) for one in findings(run).expected]


def _expected_json(one: Expected) -> Json:
    found: dict[str, Json] = {"subject": one.subject, "what": one.what}
    if one.where is not None:
        found["line"] = _line_json(one.where)
    change = fields_to_json(one, "edit note")
    found.update({name: words for name, words in change.items() if words})
    if one.edit or round(whole_cost(one), 6):
        found["seconds"] = round(whole_cost(one), 6)
    if one.elsewhere is not None:
        found["elsewhere"] = f"{one.elsewhere.words}."
    if one.elsewhere is not None and one.elsewhere.of_cost:
        found["of_cost"] = f"{one.elsewhere.of_cost}."
    if one.elsewhere is not None and one.elsewhere.cause:
        found["cause"] = one.elsewhere.cause
    if one.cheaper:
        found["cheaper"] = one.cheaper
    if one.origin:
        found["origin"] = [record_to_json(line) for line in one.origin]
    if one.origin and one.origin_how:
        found["origin_how"] = one.origin_how
    return {**found, **_tried_json(one)}


def _finding_json(one: Finding) -> Json:
    found: dict[str, Json] = {
        **fields_to_json(one, "rule subject title what why"),
        "cost": cost_words(one),
        "place": place(one.where.file, one.where.line) if one.where else "",
        "line": _line_json(one.where),
        "library_line": _line_json(one.inner if one.inner != one.where else None),
        "called_at": _line_json(one.led_here),
        "called_from": _line_json(one.led_from),
        "origin": [record_to_json(line) for line in one.origin],
        "origin_how": one.origin_how if one.origin else "",
        **fields_to_json(one, "edit note hint"),
        "seconds": round(one.seconds, 6),
        "share": round(one.share, 3) if one.share else None,
        "times": one.times,
        **_tried_json(one),
    }
    return {key: value for key, value in found.items() if value not in ("", None, [])}


def _tried_json(one: Finding | Expected) -> dict[str, Json]:
    """Return the edits that `depyf cure` tried, in words and in figures."""
    if not one.tried and not one.trials:
        return {}
    saved = measured_saving(one)
    return {
        "trials": list(one.trials),
        **({"diff": one.diff} if one.diff else {}),
        **({} if saved is None else {"saved_seconds": round(saved, 6)}),
        "tried": [_edit_json(each) for each in one.tried],
    }


def edits_json(run: Run) -> list[Json]:
    """Return each edit that `depyf cure` tried, with its file, parts and diff."""
    return [
        {
            **_edit_json(one),
            **({"file": one.file} if one.file else {}),
            **({"earlier": one.earlier} if one.earlier else {}),
            **(
                {"parts": [record_to_json(each) for each in one.parts]}
                if one.parts
                else {}
            ),
            **({"diff": one.diff} if one.diff else {}),
        }
        for one in every_edit(run)
    ]


def _edit_json(one: EditTried) -> dict[str, Json]:
    found = fields_to_json(one, "verdict what line why before after")
    return {key: value for key, value in found.items() if value is not None}


def _line_json(line: SourceLine | None) -> Json:
    return record_to_json(line) if line is not None else None
