"""No serious fault that axe-core knows, in any view, light or dark."""

from __future__ import annotations

from pathlib import Path

import pytest

from .browsers import missing, settled

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "report/node_modules/axe-core/axe.min.js"
VIEWS = {
    "overview": "",
    "four panes": "#f0/0/code?panes=source+shown+graph+kernel&line=4",
    "guards": "#f0/0/guards",
    "recompiles": "#f0/0/recompiles",
    "kernels": "#f0/0/kernels",
    "memory": "#f0/0/memory",
    "details": "#f0/0/details",
    "flow": "#f0/0/flow",
    "full code": "#f0/0/full",
    "search": "#search?q=sum",
    "run": "#run",
    "timeline": "#timeline",
    "files": "#files",
}
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) =>
      `${html.slice(0, 200)} (${failureSummary})`).join("; ")}`);
}"""


@pytest.fixture(scope="package")
def checked(browser):
    """A page with axe-core in it; the page's policy does not hold for `evaluate`."""
    if not AXE.is_file():
        missing("axe-core (cd report && npm ci)")
    page = browser.opened("toy")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    yield page
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_no_serious_fault(checked, view, theme):
    checked.evaluate("(to) => { document.documentElement.dataset.theme = to; }", theme)
    checked.evaluate("async (to) => { location.hash = to; }", VIEWS[view] or "#")
    settled(checked)
    checked.wait_for_timeout(150)  # colours change in a moment
    assert checked.evaluate(RUN) == []


def test_a_fault_would_be_found(checked):
    checked.evaluate("() => { document.body.append(new Image()); }")
    assert any("image-alt" in one for one in checked.evaluate(RUN))
    checked.evaluate("() => { document.querySelector('body > img').remove(); }")
