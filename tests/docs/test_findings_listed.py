"""The list of rules in the docs is the list of rules in the program."""

from __future__ import annotations

import re
from pathlib import Path

from depyf.model.findings import break_cures, costs, cuda_graphs, failures, recompiles

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
# Rows that say "as expected", or that a break tells for them.
SILENT = {"now-dynamic", "small-sizes", "one-each", "varying-result"}
# Said so that nobody takes it for expected; in a sentence of its own.
WITHOUT_CURE = {"varying-condition"}


def test_every_rule_is_listed():
    rows = [
        line.split("|")[1]
        for line in PAGE.read_text("utf-8").split("\n")
        if "| `" in line
    ]
    listed = {name for row in rows for name in re.findall(r"`([\w-]+)`", row)}
    rules = (*recompiles.RULES, *break_cures.RULES, *costs.RULES)
    rules = (*rules, *cuda_graphs.RULES)
    names = {rule.name for rule in rules} | {failures.RULE}
    assert listed == names - SILENT - WITHOUT_CURE
    assert all(f"`{name}` is said" in PAGE.read_text("utf-8") for name in WITHOUT_CURE)
