"""Show the lines that made a value, and the forms it had at each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from depyf.model.wording import counted, shortened

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.value_seen import SeenForm, ValueSeen

_MOST_LINES, _MOST_FORMS = 4, 4
_LONGEST = 60  # characters of code


def seen_lines(one: ValueSeen, root: str, mark: str = "") -> list[str]:
    """Return a line for each line of the program that made a value, the first first.

    Args:
        one: the value.
        root: folder to which paths are relative.
        mark: what stands around code.
    """
    by_line: dict[tuple[SourceLine, ...], list[SeenForm]] = {}
    for form in one.forms:
        by_line.setdefault(form.lines[:1], []).append(form)
    shown = [
        f"{_place(forms[0].lines, root, mark)}: {_forms(forms)}"
        for forms in list(by_line.values())[:_MOST_LINES]
    ]
    more = len(by_line) - _MOST_LINES
    return [*shown, *([f"{counted(more, 'more line')}"] if more > 0 else [])]


def _place(lines: tuple[SourceLine, ...], root: str, mark: str) -> str:
    if not lines:
        return "set where no line of the program was seen"
    first = lines[0]
    code = shortened(first.text, _LONGEST)
    place = f"{os.path.relpath(first.file, root)}:{first.line} {mark}{code}{mark}"
    if len(lines) > 1:
        caller = lines[1]
        place += f", called at {os.path.relpath(caller.file, root)}:{caller.line}"
    return place


def _forms(forms: list[SeenForm]) -> str:
    shown = ", ".join(one.form for one in forms[:_MOST_FORMS])
    more = ", ..." if len(forms) > _MOST_FORMS else ""
    return f"{shown}{more} ({counted(sum(one.calls for one in forms), 'call')})"


def seen_json(one: ValueSeen, root: str) -> dict[str, Any]:
    """Return what was seen of a value for ``cure.json``."""
    return {
        "function": one.function,
        "value": one.value,
        "forms": [
            {
                "form": form.form,
                "calls": form.calls,
                "lines": [
                    {
                        "file": os.path.relpath(line.file, root),
                        "line": line.line,
                        "text": line.text,
                    }
                    for line in form.lines
                ],
            }
            for form in one.forms
        ],
    }
