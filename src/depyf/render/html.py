"""``index.html``: the report, one file that works offline.

The page is a shell, the data as JSON, and a script that draws it.  The data is that
of ``summary.json`` plus the texts, each once in a table; nothing of it ever becomes
markup: in the file ``<`` is escaped, in the page only ``textContent`` is used.  A
content policy forbids the page any request.
"""

from __future__ import annotations

import base64
import gzip
import html
import json
from pathlib import Path
from typing import TYPE_CHECKING

from depyf.model.entry_guards import frame_guards
from depyf.model.guard_facts import ORDER
from depyf.model.source_places import short_file
from depyf.model.stages import STAGES, stage_title
from depyf.render.entry_text import shared_guards
from depyf.render.facts import branches
from depyf.render.guard_predicates import condition_texts
from depyf.render.json import frame_id
from depyf.render.run_texts import RunTexts

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.serialize import Json

_ASSETS = Path(__file__).parent / "assets"
_COMPRESS_ABOVE = 300_000  # characters of data in the page
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
_SHELL = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<div id="app"><noscript>This report needs JavaScript; index.md says the same in \
text.</noscript></div>
<script type="application/json" id="data">{data}</script>
<script>
{script}
</script>
</body>
</html>
"""


class _Texts:
    """The table of texts: equal ones are stored once."""

    def __init__(self) -> None:
        self.table: list[str] = []
        self._numbers: dict[str, int] = {}

    def add(self, text: str) -> int:
        """Return the number of `text`."""
        if text not in self._numbers:
            self._numbers[text] = len(self.table)
            self.table.append(text)
        return self._numbers[text]


def report_html(run: Run, texts: RunTexts | None = None) -> str:
    """Return the text of ``index.html``; `texts` are the run's, made already."""
    program = short_file(run.started.program) if run.started.program else "program"
    return _SHELL.format(
        policy=_POLICY,
        title=html.escape(f"{program} · depyf"),
        style=_asset("report.css"),
        script=_asset("report.js"),
        data=escaped_json(packed(payload(texts or RunTexts(run)))),
    )


def escaped_json(data: Json) -> str:
    r"""Return JSON that is safe inside a ``<script>`` element.

    >>> escaped_json("</script>")
    '"\\u003c/script>"'
    """
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def packed(data: dict[str, Json]) -> Json:
    """Return the data of a page as it is, or compressed where it is large."""
    text = json.dumps(data, separators=(",", ":"))
    if len(text) <= _COMPRESS_ABOVE:
        return data
    small = gzip.compress(text.encode("ascii"), mtime=0)
    return {"packed": base64.b64encode(small).decode("ascii")}


def payload(made: RunTexts) -> dict[str, Json]:
    """Return the data of the page; texts are numbers into ``texts``."""
    run, texts = made.run, _Texts()
    data = dict(made.summary())
    data["stages"] = {stage.name: stage.about for stage in STAGES}
    data["files"] = {name: texts.add(text) for name, text in made.files().items()}
    data["sources"] = {
        f"{one.file}:{one.first_line}": {
            "text": texts.add(one.text),
            "changed": one.changed,
        }
        for one in run.sources
    }
    data["details"] = {
        frame_id(run, frame.key) or "": _details(made, frame, texts)
        for frame in run.frames
    }
    data["texts"] = list(texts.table)
    return data


def _details(made: RunTexts, frame: Frame, texts: _Texts) -> Json:
    run = made.run
    root: Frame | None = frame
    while root is not None and root.parent is not None:
        root = run.frame(root.parent)
    user = root or frame
    return {
        "root": frame_id(run, user.key),
        # What the user wrote, and for a resume function what torch made of it.
        "source": texts.add(user.original_source),
        "source_line": user.first_line,
        "own_source": texts.add(frame.original_source) if user is not frame else None,
        "full_code": _full_code(made, frame, texts),
        "compilations": [
            _compilation(made, frame, compilation, texts)
            for compilation in frame.compilations
        ],
    }


def _full_code(made: RunTexts, frame: Frame, texts: _Texts) -> int | None:
    if frame.full_code_index is None:
        return None
    return texts.add(made.full_code(frame))


def _compilation(
    made: RunTexts, frame: Frame, compilation: Compilation, texts: _Texts
) -> Json:
    entry = compilation.entry
    titles = {graph.stage: stage_title(graph.stage) for graph in compilation.graphs}
    if entry is None:
        return {"titles": dict(titles)}
    guards, transformed = made.entry(compilation, entry, frame)
    arms = branches(entry.source, {resume.name for resume in compilation.resumes})
    return {
        "titles": dict(titles),
        "text": texts.add(transformed),
        "guard_text": texts.add(_with_shared(frame, guards)),
        "guard_groups": _guard_groups(frame, compilation),
        "lines": {
            str(link.line): list(link.user_lines)
            for link in entry.lines
            if link.user_lines
        },
        "arms": dict(arms),
    }


def _with_shared(frame: Frame, guards: str) -> str:
    """Return the predicate of an entry and those it shares with others."""
    called = [text for name, text in shared_guards(frame) if f"{name}(" in guards]
    return "\n\n\n".join([guards, *called])


def _guard_groups(frame: Frame, compilation: Compilation) -> list[Json]:
    """Return the conditions of an entry by category, its own before the common ones."""
    guards = frame_guards(frame)
    own = guards.of(compilation)
    if own is None:
        return []
    groups: list[dict[str, Json]] = []
    for category in ORDER:
        mine = condition_texts(own.own, category)
        others = condition_texts(guards.common, category)
        if mine or others:
            groups.append({"title": category, "own": [*mine], "common": [*others]})
    rest: list[Json] = [part.expression for part in own.facts.other]
    if rest:
        title = "what torch does not print as Python"
        groups.append({"title": title, "own": rest, "common": []})
    return [*groups]


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")
