"""Which line called an entry, and which function is called where its graph breaks."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.events import FrameSkipped, GraphBreak, RunStarted, SourceLine
from depyf.model.run import Compilation, Frame, Run
from depyf.render.entry_calls import entry_calls
from depyf.torch_text.names import CompileId

FILE = "/home/user/model.py"
CALL = SourceLine("/home/user/main.py", 9, "main", "model(x)")
# The wrapper calls itself through the method that it wraps, as a decorator's code does.
STEPS = (
    SourceLine(FILE, 3, "wrapper", "return method(x)"),
    SourceLine(FILE, 12, "forward", "x = self.experts(x)"),
    SourceLine(FILE, 3, "wrapper", "return method(x)"),
    SourceLine(FILE, 22, "experts", "return x.nonzero()"),
)
LIMIT = "Dynamo recompile limit exceeded"


def compilation(frame, index, above=(), steps=()):
    compile_id = CompileId(frame, index)
    stack = (CALL, *above)
    event = GraphBreak(compile_id, reason="", user_stack=(*stack, *steps))
    own = SourceLine(FILE, 1, "")
    return Compilation(
        compile_id, stack=(*stack, own), breaks=(event,) if steps else ()
    )


def frame(key, name, first, *compilations):
    source = f"def {name}(x):\n    a\n    b\n"
    return Frame(key, name, name, FILE, first, source, compilations=compilations)


def run_of(*frames, order=()):
    keys = [CompileId(*one).key for one in order]
    return Run(RunStarted(None), frames=frames, order=tuple(keys))


OUTER = compilation(0, 0, (), STEPS)
INNER = compilation(0, 1, STEPS[:2], STEPS[2:])
WRAPPER = frame("a", "wrapper", 1, OUTER, INNER)
FORWARD = frame("b", "forward", 11, compilation(1, 0))
EXPERTS = frame("c", "experts", 21, compilation(2, 0))


def test_the_called_function_is_the_first_below_the_own_call_not_that_of_the_break():
    run = run_of(WRAPPER, FORWARD, EXPERTS)
    line = {"file": CALL.file, "line": 9, "text": "model(x)"}
    assert entry_calls(run, WRAPPER, OUTER) == {
        "called_at": line,
        "calls": {"frame": "f1"},
    }
    # The second call of the wrapper is below the first.
    assert entry_calls(run, WRAPPER, INNER)["calls"] == {"frame": "f2"}
    # Without a break, no function is left to be compiled by itself.
    assert "calls" not in entry_calls(run, FORWARD, FORWARD.compilations[0])


def test_without_a_line_of_the_caller_the_function_of_the_break_is_named():
    loop = compilation(0, 0, (), STEPS[-1:])
    other = frame("a", "wrapper", 1, loop)
    assert entry_calls(run_of(other, EXPERTS), other, loop)["calls"] == {"frame": "f1"}
    # Between them is a function that torch compiled next, and that breaks there, too.
    between = frame("b", "forward", 11, compilation(1, 0, (), STEPS[1:]))
    for order, called in (((0, 0), (1, 0)), "f1"), (((1, 0), (0, 0)), "f2"):
        run = run_of(other, between, EXPERTS, order=order)
        assert entry_calls(run, other, loop)["calls"] == {"frame": called}
    # A break in a line of its own calls nothing.
    own = compilation(0, 0, (), STEPS[:1])
    other = frame("a", "wrapper", 1, own)
    assert "calls" not in entry_calls(run_of(other, EXPERTS), other, own)


def test_a_call_that_torch_refused_directly_after_names_the_refused_compilation():
    refused_id = CompileId(1, 1)
    skipped = FrameSkipped(refused_id, reason=LIMIT)
    refused = Compilation(refused_id, skipped=skipped)
    forward = replace(FORWARD, compilations=(*FORWARD.compilations, refused))
    order = [(0, 0), (1, 1), (0, 1), (1, 0), (2, 0)]
    run = run_of(WRAPPER, forward, EXPERTS, order=order)
    assert entry_calls(run, WRAPPER, OUTER)["calls"] == {"frame": "f1", "refused": 1}
    # Another reason than the limit, and another order, tell nothing of the call.
    run = run_of(WRAPPER, forward, EXPERTS, order=[(0, 0), *sorted(order[1:])])
    assert entry_calls(run, WRAPPER, OUTER)["calls"] == {"frame": "f1"}
    other = replace(refused, skipped=replace(skipped, reason="in a skipfile"))
    forward = replace(forward, compilations=(*FORWARD.compilations, other))
    run = run_of(WRAPPER, forward, EXPERTS, order=order)
    assert entry_calls(run, WRAPPER, OUTER)["calls"] == {"frame": "f1"}


def test_a_compilation_without_a_stack_has_none_of_it():
    bare = Compilation(CompileId(3, 0))
    only = frame("d", "bare", 31, bare)
    assert entry_calls(run_of(only), only, bare) == {}
