"""How large the page gets, and how quickly it opens and answers.

    python benchmarks/page.py [--graphs 1000] [--journal FILE] [--keep DIR]

The recorded run of the toy is repeated, each time under other names, until it has as
many compiled graphs as asked for; or a journal of a real run is taken.  Sizes and the
processor time of writing are measured here.  With `playwright` and the system's
Chromium there, the page is opened: what is told is the time until something is
painted, and until a click on each of some functions is painted.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Dict, Iterator, Union

if TYPE_CHECKING:
    from depyf.model.run import Run

Event = Dict[str, object]
Figures = Dict[str, Union[int, float]]

HERE = Path(__file__).resolve().parent
RECORDED = HERE.parent / "tests" / "render" / "journals" / "toy_training.jsonl"
CHROMIUM = "/usr/bin/chromium"
CLICKS = 12

# Once in the page, tells when what was clicked has been painted.
_CLICK = """element => new Promise(done => {
    const begun = performance.now();
    element.click();
    requestAnimationFrame(() => requestAnimationFrame(
        () => done(performance.now() - begun)));
})"""
_PAINTED = """() => performance.getEntriesByType("paint")
    .filter(one => one.name === "first-contentful-paint").map(one => one.startTime)"""
_COMPILED = re.compile(r"__compiled_fn_(\d+)")


def main() -> None:
    """Makes the page that was asked for and prints its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", type=int, default=1000)
    parser.add_argument("--journal", type=Path, help="of a run, in place of the toy's")
    parser.add_argument("--keep", type=Path, help="a directory for the page")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        page = (asked.keep or Path(room)) / "index.html"
        run = read(asked.journal) if asked.journal else repetition(asked.graphs)
        figures = {**written(run, page), **opened(page)}
    for name, figure in figures.items():
        print(f"{name:32} {figure:>12,}")


def read(journal: Path) -> Run:
    """Return the model of a recorded run."""
    from depyf.capture.journal import read_journal
    from depyf.model.build import fold

    return fold(read_journal(journal))


def repetition(graphs: int) -> Run:
    """Return the model of the toy's run, with as many compiled graphs."""
    from depyf.model.build import fold
    from depyf.model.serialize import event_from_json

    text = RECORDED.read_text(encoding="utf-8")
    events = [json.loads(line) for line in text.splitlines()]
    return fold(map(event_from_json, repeated(events, graphs)))


def repeated(events: list[Event], graphs: int) -> Iterator[Event]:
    """Yield the events of runs beside each other, `graphs` compiled graphs in all."""
    ids = [one["compile_id"] for one in events if "compile_id" in one]
    frames = 1 + max(int(one.split("/")[0]) for one in ids)
    each = len({one["compile_id"] for one in events if one["kind"] == "graph"})
    compiled = 1 + max(map(int, _COMPILED.findall(json.dumps(events))))
    first, *within, last = events
    yield first
    for copy in range(-(-graphs // each)):
        for event in within:
            yield _renamed(event, copy, frames, compiled)
    yield last


def _renamed(event: Event, copy: int, frames: int, compiled: int) -> Event:
    """Return an event as the copy of a run tells it, with names of its own."""
    text = json.dumps(event)
    text = _COMPILED.sub(
        lambda found: f"__compiled_fn_{int(found[1]) + copy * compiled}", text
    )
    text = text.replace("toy_example", f"toy_{copy}_example")
    text = text.replace('"code_key": "', f'"code_key": "{copy}_')
    again = json.loads(text)
    if "compile_id" in again:
        frame, _, attempt = again["compile_id"].partition("/")
        again["compile_id"] = f"{int(frame) + copy * frames}/{attempt}"
    return again


def written(run: Run, page: Path) -> Figures:
    """Return bytes of the page, and the processor time to make it from the model."""
    from depyf.model.file_names import REPORT
    from depyf.render.files import generated_files

    make = dict(generated_files(run))[REPORT]
    begun = time.process_time()
    text = make()
    seconds = time.process_time() - begun
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    stages = sum(len(c.graphs) for f in run.frames for c in f.compilations)
    return {
        "graphs, stages counted": stages,
        "page, bytes": len(text.encode()),
        "written, seconds": round(seconds, 2),
    }


def opened(page: Path) -> Figures:
    """Return what a browser needs to open the page and to answer, in milliseconds."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {}
    with sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": 1440, "height": 900})
        begun = time.perf_counter()
        tab.goto(page.resolve().as_uri())
        tab.wait_for_selector("main")
        shown = (time.perf_counter() - begun) * 1000
        painted = tab.evaluate(_PAINTED)
        links = tab.query_selector_all("nav a")[:CLICKS]
        clicks = sorted(tab.evaluate(_CLICK, link) for link in links)
        browser.close()
    return {
        "shown after, ms": round(shown),
        "first painted, ms": round(max(painted, default=0)),
        "click, median ms": round(clicks[len(clicks) // 2]) if clicks else -1,
        "click, slowest ms": round(clicks[-1]) if clicks else -1,
    }


if __name__ == "__main__":
    main()
