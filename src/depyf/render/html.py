"""Write ``index.html``: the report as one file that works offline.

The page has a shell, the data as JSON, and a script that draws it.  The data is the one
of ``summary.json`` and the texts, in parts (`page_data`).  The data never becomes
markup: in the file ``<`` is escaped, and the script uses only ``textContent``.  A
content policy forbids all requests.
"""

from __future__ import annotations

import base64
import gzip
import html
import json
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Sequence

from depyf.model.source_places import short_file
from depyf.render.packed_lines import packed_lines
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts

if TYPE_CHECKING:
    from depyf.model.run import Run
    from depyf.model.serialize import Json

_ASSETS = Path(__file__).parent / "assets"
_COMPRESS_ABOVE = 50_000  # characters of data
_LEVEL = 6  # of gzip: level 9 saves a tenth more, but takes twice as long
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
{ranks_begin}null{ranks_end}
<script>
{script}
</script>
</body>
</html>
"""


# The comparison of ranks is written last, between these marks of an existing page.
_RANKS_BEGIN = '<script type="application/json" id="ranks">'
_RANKS_END = "</script>"


def report_html(run: Run, texts: RunTexts | None = None) -> str:
    """Return the text of ``index.html``; texts are built unless they are given."""
    program = short_file(run.started.program) if run.started.program else "program"
    return _SHELL.format(
        policy=_POLICY,
        title=html.escape(f"{program} · depyf"),
        style=_asset("report.css"),
        script=_asset("report.js"),
        data=escaped_json(stored(page_parts(texts or RunTexts(run)))),
        ranks_begin=_RANKS_BEGIN,
        ranks_end=_RANKS_END,
    )


def with_ranks(page: str, ranks: Json) -> str:
    """Return a page with a new comparison of the ranks."""
    before, begin, rest = page.partition(_RANKS_BEGIN)
    _, end, after = rest.partition(_RANKS_END)
    if not (begin and end):
        return page
    text = _dumped(ranks)
    kept: Json = {"packed": _packed(text)} if len(text) > _COMPRESS_ABOVE else ranks
    return f"{before}{begin}{escaped_json(kept)}{end}{after}"


def escaped_json(data: Json) -> str:
    r"""Return JSON that is safe inside a ``<script>`` element.

    >>> escaped_json("</script>")
    '"\\u003c/script>"'
    """
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def stored(parts: dict[str, dict[str, Json]]) -> Json:
    """Return a page's data as it is stored in the file, packed if it is large.

    Args:
        parts: the parts that `page_parts` returns.
    """
    texts = {name: _texts(part) for name, part in parts.items() if "texts" in part}
    rest = {
        name: _dumped({key: one for key, one in part.items() if key != "texts"})
        for name, part in parts.items()
    }
    lengths = map(len, [*rest.values(), *chain(*texts.values())])
    large = sum(lengths) > _COMPRESS_ABOVE
    kept: dict[str, Json] = dict(parts)
    if large:
        kept = {name: _stored(rest[name], own) for name, own in texts.items()}
        # The base has no texts, but it is as repetitive, so it is packed like them.
        kept["base"] = {"lines": _packed_lines([rest["base"].replace("},", "},\n")])}
    files: dict[str, Json] = {name: [*_files(part)] for name, part in parts.items()}
    return {"base": kept.pop("base"), "files": files, "parts": kept}


def _stored(rest: str, texts: Sequence[str]) -> Json:
    """Return a packed part, with its texts packed separately."""
    return {"packed": _packed(rest), "texts": _packed_lines(texts)}


def _packed_lines(texts: Sequence[str]) -> str:
    return _packed(_dumped({**packed_lines(texts)._asdict()}))


def _texts(part: dict[str, Json]) -> list[str]:
    texts = part.get("texts")
    return [str(one) for one in texts] if isinstance(texts, list) else []


def _files(part: dict[str, Json]) -> list[str]:
    files = part.get("files")
    return [*files] if isinstance(files, dict) else []


def _dumped(part: Json) -> str:
    return json.dumps(part, separators=(",", ":"))


def _packed(text: str) -> str:
    small = gzip.compress(text.encode("ascii"), _LEVEL, mtime=0)
    return base64.b64encode(small).decode("ascii")


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")
