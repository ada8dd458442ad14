"""The browsers of this machine, and pages that are open in one of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SEEN = (HERE / "seen.js").read_text(encoding="utf-8")
WIDE = {"width": 1600, "height": 1400}
# A reader does not select two hundred lines in ten seconds, a test does.
_UNHURRIED = {"dom.navigation.navigationRateLimit.count": 0}


def missing(what):
    """Skips a test, but where everything has to be there."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


def _chromium(driver, dark):
    path = _found("chromium", "chromium-browser", "google-chrome")
    arguments = ["--no-sandbox", "--disable-ipc-flooding-protection"]
    return driver.chromium.launch(executable_path=path, args=arguments)


def _firefox(driver, dark):
    path = _found("firefox-esr", "firefox")
    return driver.firefox.launch(
        channel="moz-firefox",
        executable_path=path,
        firefox_user_prefs={
            **_UNHURRIED,
            "ui.systemUsesDarkTheme": int(dark),
            "ui.prefersReducedMotion": 1,
        },
    )


def _found(*names):
    return next(filter(None, map(shutil.which, names)), None) or missing(names[0])


_LAUNCH = {"chromium": _chromium, "firefox": _firefox}
NAMES = tuple(_LAUNCH)


def launched(driver, name, dark=False):
    """Starts a browser; Firefox is told here that its user likes it dark, and still."""
    return _LAUNCH[name](driver, dark)


def preferences(name, dark=False):
    """What a context of a browser is made with, so that it is light or dark."""
    if name == "firefox":
        media = ("color_scheme", "reduced_motion", "forced_colors", "contrast")
        return dict.fromkeys(media, "null")
    return {"color_scheme": "dark" if dark else "light", "reduced_motion": "reduce"}


# What a page tried and was not allowed to, and what it loaded.
_WATCH = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.forbidden.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


class Viewer:
    """A browser that shows written pages, and what they said that nobody should hear.

    Attributes:
        name: of the browser.
        said: messages, errors and requests of all pages.
    """

    def __init__(self, browser, name, folder, dark=False):
        self.browser = browser
        self.name = name
        self.said = []
        self._folder = folder
        self._options = preferences(name, dark)
        self._context = None
        self._pages = {}

    def close(self):
        """Close the browser."""
        self.browser.close()

    def opened(self, journal, fragment="", **options):
        """Return a page of its own, in a context of its own if there are options."""
        page = self._new_page(options)
        page.goto(self._address(journal, fragment))
        page.wait_for_selector("header h1")
        return page

    def at(self, journal, fragment=""):
        """Return the page of a journal that tests share, gone to a place."""
        page = self._pages.get(journal)
        if page is None:
            page = self._pages[journal] = self.opened(journal, fragment)
        page.bring_to_front()  # one that lies behind is drawn once a second
        page.evaluate("async (to) => { location.hash = to; }", fragment or "#")
        settled(page)
        return page

    def check(self, page):
        """Note what a page tried to load."""
        found = page.evaluate(
            "() => [...window.forbidden, ...performance.getEntriesByType('resource')"
            ".map((one) => one.name)]"
        )
        self.said += found

    def check_all(self):
        """Return what all pages said since this was asked last."""
        for page in self._pages.values():
            self.check(page)
            page.evaluate("() => { window.forbidden = []; }")
        said, self.said = self.said, []
        return said

    def _new_page(self, options):
        if self._context is None or options:
            context = self.browser.new_context(
                **{"viewport": WIDE, **self._options, **options}
            )
            context.add_init_script(_WATCH)
            if not options:
                self._context = context
        else:
            context = self._context
        page = context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", self._on_request)
        return page

    def _on_request(self, request):
        own = self._folder.as_uri()
        if not (request.url.startswith(own) and request.is_navigation_request()):
            self.said.append(request.url)

    def _address(self, journal, fragment):
        return (self._folder / f"{journal}.html").as_uri() + fragment


def settled(page):
    """Wait until what was done is drawn."""
    page.evaluate(f"() => ({SEEN}).settled()")


def seen(page):
    """Return what is lit in each pane, and where the page is."""
    return page.evaluate(f"() => ({SEEN}).seen()")


def clicked(page, targets):
    """Click one thing after the other; return what was seen after each."""
    return page.evaluate(f"(targets) => ({SEEN}).clicked(targets)", targets)


_TWICE = """(one) => {
for (const [kind, detail] of [["click", 1], ["click", 2], ["dblclick", 2]])
  one.dispatchEvent(new MouseEvent(kind, { detail, bubbles: true })); }"""


def double_clicked(viewer, target):
    """Click something twice at once; the driver of Firefox makes two single clicks."""
    if viewer.name == "chromium":
        target.dblclick()
        return
    target.evaluate(_TWICE)
