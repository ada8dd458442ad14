"""Texts and paths without what is another on every machine."""

from __future__ import annotations

import re

_PACKAGES = re.compile(r"^.*/(?:site|dist)-packages/")
_LIBRARY = re.compile(r"^.*/lib/python\d[\d.]*/")
_ROWS = re.compile(r"^.*/(?=gallery/)")
_ADDRESS = re.compile(r"\b(0x[0-9a-f]{6,}|\d{12,})\b")
_LONGEST = 300


def relative(file: str) -> str:
    """Returns a path from the package on that it is of, the same on every machine.

    >>> relative("/usr/lib/python3.11/site-packages/timm/layers/mlp.py")
    'timm/layers/mlp.py'
    """
    text = file.replace("\\", "/")
    for root in (_PACKAGES, _LIBRARY, _ROWS):
        shorter = root.sub("", text)
        if shorter != text:
            return shorter
    return text.rpartition("/")[2]


def scrubbed(text: str) -> str:
    """Returns a short text without addresses and without paths of this machine."""
    shown = _ADDRESS.sub("...", " ".join(text.split()))
    shown = re.sub(r"/[^\s'\":]+/(?:site|dist)-packages/", "", shown)
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
