"""What the docstring of a pass shows is what the pass does."""

from __future__ import annotations

import importlib
import re

import pytest

from .pass_examples import examples, happens, modules, rows

pytestmark = pytest.mark.every_python

EXAMPLES = examples()
#: Modules without one, and why.
HAVE_NONE = {
    "depyf.decompiler.pipeline": "the table itself",
    "functools": "another row's, with an argument",
}
#: What a docstring says stands somewhere before or after.
SHOWN = r"\b(?:Before|After)\b(?:[^.\n]*::$|: .*)"


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_example_in_the_docstring_of_a_pass_is_what_happens(example):
    if not example.holds_here:
        pytest.skip("another compiler")
    assert happens(example) == (example.before, example.after)


@pytest.mark.parametrize("module", rows())
def test_every_module_of_passes_has_an_example(module):
    assert (module in {one.module for one in EXAMPLES}) != (module in HAVE_NONE)


@pytest.mark.parametrize("module", modules())
def test_what_a_docstring_shows_before_and_after_is_executed(module):
    text = importlib.import_module(module).__doc__ or ""
    shown = sorted(re.findall(SHOWN, text, re.MULTILINE))
    found = [one for one in EXAMPLES if one.module == module]
    executed = ["After::"] * len(found) + ["Before::"] * sum(
        bool(one.before) for one in found
    )
    assert shown == executed
