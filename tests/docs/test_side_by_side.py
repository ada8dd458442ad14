"""The page that shows source and decompiled source shows what depyf gives today."""

from __future__ import annotations

import sys

import pytest

from tests.docs import side_by_side
from tests.test_cases import ALL_CASES, decompiled


@pytest.mark.skipif(
    sys.version_info[:2] != side_by_side.VERSION, reason="written on another Python"
)
def test_the_page_is_what_depyf_gives():
    wanted = side_by_side.page(ALL_CASES, decompiled)
    assert side_by_side.PAGE.read_text(encoding="utf-8") == wanted
