"""The list of rules in the docs is the list of rules in the program."""

from __future__ import annotations

import re
from pathlib import Path

from depyf.model.findings import RULES
from depyf.model.findings.rule import Outcome

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
# Rows that say "as expected", or that a break tells for them.
SILENT = {rule.name for rule in RULES if rule.outcome is not Outcome.FINDING}
# Said so that nobody takes it for expected; in a sentence of its own.
WITHOUT_CURE = {"varying-condition"}


def test_every_rule_is_listed():
    rows = [
        line.split("|")[1]
        for line in PAGE.read_text("utf-8").split("\n")
        if "| `" in line
    ]
    listed = {name for row in rows for name in re.findall(r"`([\w-]+)`", row)}
    names = {rule.name for rule in RULES}
    assert listed == names - SILENT - WITHOUT_CURE
    assert all(
        f"The rule `{name}` applies" in PAGE.read_text("utf-8") for name in WITHOUT_CURE
    )
