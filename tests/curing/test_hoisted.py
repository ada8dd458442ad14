"""What breaks the graph and depends on nothing of its function is called once."""

from __future__ import annotations

import pytest

from .test_break_edits import tried

REASON = "Attempted to call function marked as skipped"


def moved(folder, source):
    """Return the edited sources that call something once."""
    found = tried(folder, source, "# here", REASON)
    return {what: text for what, text in found.items() if "once" in what}


def test_a_call_becomes_a_constant_of_the_module(tmp_path):
    source = """
        import os
        class A:
            @cached
            def f(self, x):
                n = os.cpu_count() or 1  # here
                return x * n
    """
    [(what, text)] = moved(tmp_path, source).items()
    assert what == "call `os.cpu_count()` once, for the module"
    assert "import os\n_CPU_COUNT = os.cpu_count()\n\n\nclass A:" in text
    assert "n = _CPU_COUNT or 1  # here" in text


def test_a_helper_is_called_once_behind_its_definition(tmp_path):
    source = """
        def f(x):
            return x * read(NAME)  # here
        NAME = "a"
        def read(name):
            return len(name)
    """
    [text] = moved(tmp_path, source).values()
    assert text.endswith("    return len(name)\n\n\n_READ = read(NAME)\n")
    assert "return x * _READ" in text


@pytest.mark.parametrize(
    "call",
    [
        "time.perf_counter()",
        "random.random()",
        "resource.getrusage(resource.RUSAGE_SELF)",
        "torch.cuda.memory_allocated()",
        "next(IDS)",
        "read(x)",
        "read(y)",
        "read(unknown)",
    ],
)
def test_what_may_give_another_value_each_time_stays(tmp_path, call):
    source = f"""
        import time
        import random
        IDS = iter([1])
        def g(y):
            def f(x):
                n = {call}  # here
                return x * n
            return f
    """
    assert moved(tmp_path, source) == {}


def test_a_call_for_its_effect_stays(tmp_path):
    source = """
        import gc
        def f(x):
            gc.collect()  # here
            return x
    """
    assert moved(tmp_path, source) == {}


METHOD = """
    class A:
        def __init__(self, path):
            self.path = path
            self.n = 1

        def grow(self):
            self.n += 1

        def forward(self, x):
            size = {}  # here
            return x * size
"""


def test_what_depends_on_the_object_becomes_an_attribute(tmp_path):
    source = METHOD.format("measure(self.path)")
    [text] = moved(tmp_path, source).values()
    assert "self.n = 1\n        self._measure = measure(self.path)\n" in text
    assert "size = self._measure  # here" in text


@pytest.mark.parametrize("call", ["measure(self.n)", "self.size()", "measure(x)"])
def test_what_changes_with_the_object_stays(tmp_path, call):
    assert moved(tmp_path, METHOD.format(call)) == {}
