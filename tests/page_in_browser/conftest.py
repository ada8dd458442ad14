"""The browsers, and the written pages that they open.

One process of each browser serves all tests: starting one takes seconds.  It is closed
when the last of them is done, as its driver keeps an event loop, which other tests of
the same process start for themselves.
"""

from __future__ import annotations

import importlib.util
from dataclasses import replace

import pytest

from depyf.model.edit_tried import RunFigures
from depyf.model.events import CacheLookup
from depyf.model.facts import facts_of
from depyf.model.findings import findings
from depyf.render.html import report_html
from tests.findings.test_recorded import recorded as problem
from tests.findings.test_tried import DIFF, tried
from tests.render.journal import nasty_run, recorded

from .browsers import NAMES, Viewer, launched, missing


def served_by_caches(run):
    """Return a run whose caches had all that they were asked for."""

    def served(compilation):
        events = sum(compilation.facts.by_kind.values(), ())
        found = [
            replace(one, outcome="hit") if isinstance(one, CacheLookup) else one
            for one in events
        ]
        return replace(compilation, facts=facts_of(found))

    frames = (
        replace(one, compilations=tuple(map(served, one.compilations)))
        for one in run.frames
    )
    return replace(run, frames=tuple(frames))


DRAWN = recorded("breaks_and_recompiles")
*_, CURED = findings(DRAWN).findings  # the finding that an edit was tried for
PROBLEMS = ("saved_for_backward", "helper_item", "train_and_eval")
RUNS = {
    "toy": recorded("toy_training"),
    "drawn": DRAWN,
    "cured": tried(DRAWN, CURED, verdict="kept", after=RunFigures(0, 8.3)),
    "two_places": tried(
        DRAWN, CURED, verdict="kept", after=RunFigures(0, 8.3), diff=DIFF
    ),
    "module_lines": problem("static_options"),
    "nasty": nasty_run(),
    "unet": recorded("unet_training"),
    "cached": served_by_caches(recorded("unet_training")),
    **{name: problem(name) for name in PROBLEMS},
}


@pytest.fixture(scope="package")
def driver():
    """What talks to browsers."""
    if importlib.util.find_spec("playwright") is None:
        missing("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def written(tmp_path_factory):
    """The folder of the pages, one for each run."""
    folder = tmp_path_factory.mktemp("pages")
    for name, run in RUNS.items():
        page = folder / f"{name}.html"
        page.write_text(report_html(run), encoding="utf-8")
    return folder


# What browsers do differently: keys, focus, sizes, colours, dragging.  What the page
# says is the same in each, and so are the roles and names of its parts.
IN_EACH = {f"test_{name}" for name in ("keyboard", "looks", "panes", "selection")}


def pytest_collection_modifyitems(items):
    """Mark what a second browser need not show in each run of CI."""
    for item in items:
        name = getattr(item, "callspec", None) and item.callspec.params.get("browser")
        if name in NAMES[1:] and item.module.__name__.split(".")[-1] not in IN_EACH:
            item.add_marker(pytest.mark.rare(reason="once more, in another browser"))


@pytest.fixture(
    scope="package",
    params=[
        NAMES[0],
        *(
            pytest.param(name, marks=pytest.mark.slow(reason="in one more browser"))
            for name in NAMES[1:]
        ),
    ],
)
def browser(request, driver, written):
    """One of the browsers."""
    viewer = Viewer(launched(driver, request.param), request.param, written)
    yield viewer
    viewer.close()


@pytest.fixture
def viewer(browser):
    """The browser; afterwards no page has said or asked for anything."""
    browser.check_all()
    yield browser
    assert browser.check_all() == []
