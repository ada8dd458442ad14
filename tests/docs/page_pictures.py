"""Takes the pictures of the page that stand in README and docs.

    python -m tests.docs.page_pictures DUMPS [NAME ...]

`DUMPS` has a dump for each program that is named in the table, made by ``depyf run
--out DUMPS/NAME``.  A picture is for the reader's eyes, and no test compares it: run
this after the page has changed, and look at what it took.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRAWN = 20000  # milliseconds of the page's own clock


@dataclass(frozen=True)
class Picture:
    """One picture.

    Attributes:
        file: in the docs.
        dump: the program's name.
        place: the fragment of the page's address.
        width: of the window, in pixels.
        height: of the window, in pixels.
        dark: whether the reader prefers dark colours.
    """

    file: str
    dump: str
    place: str
    width: int = 1440
    height: int = 810
    dark: bool = False


WIDE = (1600, 900)  # all panes stand side by side

PICTURES = (
    Picture("pictures/page-overview.png", "ranker", "", *WIDE),
    Picture("pictures/page-code.png", "ranker", "#f0/0/code?line=29", *WIDE),
    Picture(
        "walk_through/pictures/page-recompiles.png",
        "cause_changes",
        "#f0/0/recompiles",
        1200,
        560,
    ),
    Picture(
        "walk_through/pictures/page-kernel.png",
        "backends",
        "#f0/0/code?line=14",
        *WIDE,
    ),
    Picture(
        "walk_through/pictures/page-model.png",
        "model",
        "#f0/0/code?kernel=__compiled_fn_1.kernel_0.py:"
        "cpp_fused_add_embedding_mean_mul_pow_rsqrt_0",
        *WIDE,
    ),
    Picture("walk_through/pictures/page-ranks.png", "ranks", "#ranks", 1200, 340),
)


def main() -> None:
    """Takes all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dumps", type=Path)
    parser.add_argument("names", nargs="*", help="parts of file names")
    asked = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        parser.error(f"none of {', '.join(BROWSERS)} is here")
    for one in PICTURES:
        if not asked.names or any(name in one.file for name in asked.names):
            take(one, asked.dumps, browser)
            print(f"{one.file}: {(DOCS / one.file).stat().st_size:,} bytes")


def take(picture: Picture, dumps: Path, browser: str) -> None:
    """Takes one picture.

    Raises:
        FileNotFoundError: its dump has no page.
    """
    page = (dumps / picture.dump / "index.html").resolve(strict=True)
    file = DOCS / picture.file
    file.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={profile}",
                f"--virtual-time-budget={DRAWN}",
                f"--window-size={picture.width},{picture.height}",
                f"--blink-settings=preferredColorScheme={0 if picture.dark else 1}",
                f"--screenshot={file}",
                f"{page.as_uri()}{picture.place}",
            ],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    main()
