"""What the docstring of a pass shows is what the pass does."""

from __future__ import annotations

import pytest

from .pass_examples import examples, happens, rows

EXAMPLES = examples()
#: Modules without one, and why.
HAVE_NONE = {
    "depyf.decompiler.pipeline": "the table itself",
    "functools": "another row's, with an argument",
    "depyf.decompiler.passes.cfg.empty_blocks": "rare, and then of long functions",
    "depyf.decompiler.passes.cfg.unbound_stores": "code of tools: test_unbound_stores",
    "depyf.decompiler.passes.dynamo.hide_instrumentation": "code of Dynamo: views",
    "depyf.decompiler.passes.dynamo.scalarize_lists": "code of Dynamo: views",
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_the_example_in_the_docstring_of_a_pass_is_what_happens(example):
    if not example.holds_here:
        pytest.skip("another compiler")
    assert happens(example.name, example.source) == (example.before, example.after)


@pytest.mark.parametrize("module", rows())
def test_every_module_of_passes_has_an_example(module):
    assert (module in {one.module for one in EXAMPLES}) != (module in HAVE_NONE)
