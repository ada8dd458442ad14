"""Sphinx configuration of the site: `make site`."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "src")]

project = "depyf"
author = "The depyf developers"
html_title = "depyf"
extensions = ["myst_parser"]
default_role = "literal"
# Types of the standard library and of depyf's inside have no page to link to.
nitpick_ignore_regex = [("py:.*", ".*")]
html_theme = "furo"
html_static_path = ["_static"]
# The schemas of `data.md`, at the top of the site.
html_extra_path = [
    f"../src/depyf/render/assets/{name}.schema.json" for name in ("summary", "page")
]
html_css_files = ["depyf.css"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
# Excerpts begin and end in the middle of a file.
suppress_warnings = ["misc.highlighting_failure"]
html_theme_options = {"navigation_with_keys": True}
# What cannot be had without a network is told, and is no reason to fail.
linkcheck_timeout = 20
linkcheck_retries = 2


def setup(app: object) -> None:
    """Unpack the dumps of the gallery: they are packed in the repository.

    With DEPYF_SITE_PLAIN their files have no colours, which takes minutes.
    """
    from gallery.site import write_pages

    language = "text" if os.environ.get("DEPYF_SITE_PLAIN") else "python"
    write_pages(DOCS / "gallery" / "models", language=language)
    app.connect("source-read", _lead_to_pages)  # type: ignore[attr-defined]


def _lead_to_pages(_app: object, _name: str, source: list[str]) -> None:
    """Lead links to packed dumps, which work in the repository, to their pages."""
    source[0] = re.sub(
        r"\(\S*gallery/dumps/(\w+)\.tar\.xz\)", r"(models/\1.md)", source[0]
    )
