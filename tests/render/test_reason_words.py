"""The guards that failed before recompiles, in words."""

from __future__ import annotations

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.render.reason_words import recompile_words
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

FIRST = CompileId(0, 0)
TORCH = "/venv/lib/python3.11/site-packages/torch/nn/modules/container.py"
GUARDS = (
    "___check_type_id(L['self']._modules['blocks'], 7), "
    "type=<class 'torch.nn.modules.container.ModuleList'>",
    "L['self']._modules['blocks']._modules['0'].active == 'legal'",
)
FAILED = "self._modules['blocks']._modules['0'].active == 'legal'"
WHERE = "  # return getattr(self, attr)  # nn/modules/container.py:852 in __getitem__"
STACK = f"""
User stack trace:
  File "/home/me/model.py", line 25, in forward
    x = block(x)
  File "{TORCH}", line 852, in __getitem__
    return getattr(self, attr)"""


def frame_of(*events):
    run = fold([ev.FrameStarted(FIRST, "forward", "/home/me/model.py", 3), *events])
    return run.frames[0]


def words(text, *guards):
    made = ev.GuardsReported(FIRST, parts=tuple(map(read_guard, guards)))
    reason = ev.RecompileReason(text, FIRST)
    return recompile_words(reason, frame_of(made))


def test_a_recompile_reason_is_one_line_with_the_line_that_needs_it():
    found = words(
        "___check_type_id(mod, 942), type=<class 'M1'>  # return mod(x)  # a.py:3 in f"
        " (HINT: type M1)\nUser stack trace:\n  File ...",
    )
    assert found == "entry 0/0 failed: type(mod) is M1 (a.py:3: return mod(x))"


def test_a_failed_guard_names_modules_as_the_program_does():
    found = words(FAILED, *GUARDS)
    assert found == "entry 0/0 failed: self.blocks[0].active == 'legal'"


def test_a_failed_guard_names_the_line_that_leads_into_torch():
    found = words(f"{FAILED}{WHERE}{STACK}", *GUARDS)
    assert found.endswith(" == 'legal' (model.py:25: x = block(x))")


def test_without_the_line_that_leads_there_a_line_in_torch_stays():
    found = words(f"x == 1{WHERE}")
    assert (
        found
        == "entry 0/0 failed: x == 1 (container.py:852: return getattr(self, attr))"
    )
