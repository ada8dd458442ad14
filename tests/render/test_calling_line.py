"""The line of a function that calls the one in which the graph broke."""

from __future__ import annotations

import pytest

from depyf.model.events import GraphBreak, SourceLine
from depyf.model.run import Frame
from depyf.render.facts import calling_line
from depyf.torch_text.names import CompileId

FILE = "/home/user/model.py"
SOURCE = "def forward(self, x):\n    return self.experts(x)\n"
BROKEN = SourceLine("/home/user/experts.py", 22, "forward", "if x.any():")


@pytest.mark.parametrize(
    ("number", "is_found"),
    [(25, True), (41, False)],  # torch left this call out, and 41 is another `forward`
)
def test_a_line_of_another_function_of_that_name_is_none_of_it(number, is_found):
    frame = Frame("f", "forward", "Block.forward", FILE, 24, SOURCE)
    line = SourceLine(FILE, number, "forward", "x = block(x)")
    event = GraphBreak(CompileId(2, 0), reason="", user_stack=(line, BROKEN))
    assert calling_line(event, frame) == (line if is_found else None)
