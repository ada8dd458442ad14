"""The page picks the findings on recompiles by their rules, which are the model's."""

from __future__ import annotations

import re
from pathlib import Path

from depyf.model.findings.recompiles import RULES

PAGE = Path(__file__).parents[2] / "report" / "src" / "recompiles" / "rules.ts"


def test_the_page_and_the_model_name_the_same_rules():
    text = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r'^  "([a-z-]+)",$', text, re.MULTILINE)
    assert sorted(listed) == sorted({rule.name for rule in RULES})
