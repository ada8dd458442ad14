"""Transformed code says where in the program its lines come from.

Over a recorded run of `benchmarks/programs/counter.py`.
"""

from __future__ import annotations

import re

from depyf.model.build import fold
from depyf.model.detail_events import SideEffect, SideEffects
from depyf.model.events import (
    FrameStarted,
    GraphBreak,
    LineLink,
    ResumeLink,
    SourceLine,
    TransformedCode,
)
from depyf.render.full_code import full_code
from depyf.render.line_comments import line_comments, stores_after
from depyf.torch_text.names import CompileId

from .test_questions import example


def test_each_line_names_the_line_it_comes_from():
    run = example("counter")
    root = next(one for one in run.roots if one.entries)
    text = full_code(run, root)
    body = text.partition("def __transformed_code_0_for_forward(")[2].partition("\n\n")
    lines = [re.sub(r"\s{2,}#", "  #", line.strip()) for line in body[0].split("\n")]
    name = re.search(r"__resume_at_\w+", body[0]).group()
    assert lines[1:] == [
        "graph_out_0 = __compiled_fn_2(self.mean, x)"
        "  # counter.py:21 -> __compiled_fn_2.*",
        "self.steps = 1  # counter.py:20  after the graph",
        "y = normalize(graph_out_0[0], 1e-06)"
        "  # counter.py:22  graph break inside, at counter.py:8: "
        "data-dependent branching",
        f"return {name}(y, self)  # goes on after counter.py:22",
    ]
    assert max(map(len, text.split("\n"))) <= 120


def test_a_line_that_sets_an_attribute_is_told_from_one_that_only_reads_it():
    texts = (
        "self.device = key.device",
        "self.size, self.heads = key.shape[:2]",
        "self.total = self.total.to(self.device)",
    )
    lines = tuple(
        SourceLine("/m.py", at, "f", text) for at, text in enumerate(texts, 4)
    )
    first = CompileId(0, 0)
    source = (
        "\ndef f(self):\n    self.device = 1\n    self.heads = 2\n    self.total = 3"
    )
    entry = TransformedCode(first, co_name="f", source=source, code_key="f")
    effects = SideEffects(first, effects=(SideEffect("L['self']", "Net", lines),))
    run = fold([FrameStarted(first, co_name="f"), effects, entry])
    (compilation,) = run.compilations
    assert compilation.entry is not None
    found = stores_after(compilation, compilation.entry)
    assert {at: one.line for at, one in found.items()} == {2: 4, 3: 5, 4: 6}


def test_a_break_in_a_loop_of_a_method_of_the_same_name_stands_at_the_call():
    """Torch's stack lacks the caller then, and ends in the called `forward`."""
    first = CompileId(0, 0)
    entry = TransformedCode(
        first,
        co_name="forward",
        source="def forward(self, x):\n    y = self.mlp(x)\n    return resume_1(y)",
        original_file="/m.py",
        lines=(LineLink(2, (40, 45)), LineLink(3, (40, 45))),
        resumes=(
            ResumeLink(
                "resume_1", "torch_dynamo_resume_in_forward_at_45", file="/m.py"
            ),
        ),
    )
    stack = (SourceLine("/wrap.py", 40, "wrap"), SourceLine("/m.py", 9, "forward"))
    event = GraphBreak(first, reason="Dynamic shape operator", user_stack=stack)
    run = fold([FrameStarted(first, co_name="forward"), event, entry])
    (frame,) = run.frames
    (one,) = frame.compilations
    comments = line_comments(one, one.entry, frame)
    assert comments == {
        2: "m.py:45  graph break inside, at m.py:9: dynamic shape operator",
        3: "goes on after m.py:45",
    }
