"""Sphinx configuration: `sphinx-build docs docs/_build`."""

from __future__ import annotations

project = "depyf"
author = "The depyf developers"
extensions = ["myst_parser"]
html_theme = "furo"
html_static_path = ["_static"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
