"""Folding: which event ends up where, whatever its order and company."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import (
    CompiledFor,
    PlainCalls,
    ShapeGuard,
    SideEffect,
    SideEffects,
)
from depyf.torch_text.names import CompileId

FIRST = CompileId(0, 0)
SECOND = CompileId(0, 1)
RESUME = CompileId(1, 0)
FULL = "__compiled_fn_1_f7d7e5b6_02db_46da_b157_4ed9208bf4dd"


def entry(compile_id, co_name="f", index=0, **more):
    values = {
        "co_name": co_name,
        "index": index,
        "file": f"__transformed_code_{index}_for_{co_name}.py",
        "source": f"def {co_name}():\n    pass\n",
        "quality": "exact",
        "original_file": "/home/user/a.py",
        "original_first_line": 3,
        "code_key": co_name,
        **more,
    }
    return ev.TransformedCode(compile_id, **values)


def graph(compile_id, stage="Captured_Graph", text="g", **more):
    return ev.GraphReported(compile_id, stage=stage, text=text, **more)


def test_entries_of_one_code_object_make_one_frame():
    run = fold([entry(FIRST), entry(SECOND, index=1)])
    (frame,) = run.frames
    assert [c.entry.index for c in frame.compilations] == [0, 1]
    assert frame.full_code_index == 0


def test_two_functions_of_one_name_stay_apart_and_are_numbered():
    run = fold(
        [
            entry(FIRST, "forward", 0, code_key="k1"),
            entry(CompileId(1, 0), "forward", 1, code_key="k2"),
        ]
    )
    assert [frame.full_code_index for frame in run.frames] == [0, 1]


def test_a_restarted_attempt_meets_the_same_sizes_again():
    restarted = CompileId(0, 0, attempt=1)
    run = fold(
        [
            *(
                event
                for compile_id in (FIRST, restarted)
                for event in (
                    ev.ShapeSymbol(compile_id, symbol="s0", value="4"),
                    ShapeGuard(compile_id, expression="s0 < 9"),
                )
            ),
            entry(restarted),
        ]
    )
    (compilation,) = run.frames[0].compilations
    assert [one.symbol for one in compilation.facts.all(ev.ShapeSymbol)] == ["s0"]
    assert [one.expression for one in compilation.facts.all(ShapeGuard)] == ["s0 < 9"]


def test_an_id_used_again_after_a_reset_is_another_compilation():
    again = CompileId(0, 0, generation=1)
    run = fold([entry(FIRST), entry(again, index=1)])
    (frame,) = run.frames
    assert [c.id for c in frame.compilations] == [FIRST, again]


def test_what_a_dead_attempt_made_is_dropped_but_not_why_it_died():
    restarted = CompileId(0, 0, attempt=1)
    run = fold(
        [
            ev.FrameStarted(FIRST, co_name="f"),
            graph(FIRST, text="dead"),
            ev.GraphBreak(FIRST, reason="print"),
            ev.FrameStarted(restarted, co_name="f"),
            graph(restarted, text="alive"),
            ev.GraphBreak(restarted, reason="print"),
            entry(restarted),
        ]
    )
    (compilation,) = run.compilations
    assert compilation.attempts == 2
    assert [g.text for g in compilation.graphs] == ["alive"]
    assert [b.reason for b in compilation.breaks] == ["print"]


def test_an_attempt_that_only_its_number_tells_of_voids_the_one_before():
    # torch 2.13 says that the first one begins, and numbers the others.
    second, third = (CompileId(0, 0, attempt=number) for number in (1, 2))
    run = fold(
        [
            ev.FrameStarted(FIRST, co_name="f"),
            ev.GraphBreak(FIRST, reason="print"),
            SideEffects(second, effects=(SideEffect("dead"),)),
            graph(second, text="dead"),
            SideEffects(third, effects=(SideEffect("alive"),)),
            graph(third, text="alive"),
            entry(third),
            graph(FIRST, "Backward_graph", "compiled later", backward=True),
        ]
    )
    (compilation,) = run.compilations
    assert compilation.attempts == 3
    assert [g.text for g in compilation.graphs] == ["alive", "compiled later"]
    assert [one.target for one in compilation.side_effects] == ["alive"]
    assert [b.reason for b in compilation.breaks] == ["print"]


def test_a_backward_compiled_later_belongs_to_its_forward():
    # torch reports it with attempt 0, whatever the attempt that succeeded.
    restarted = CompileId(0, 0, attempt=1)
    run = fold(
        [
            ev.FrameStarted(FIRST),
            ev.FrameStarted(restarted),
            entry(restarted, graph_calls=("__compiled_fn_1",)),
            ev.FrameStarted(CompileId(1, 0)),
            entry(CompileId(1, 0), "g", graph_calls=("__compiled_fn_5",)),
            graph(FIRST, "AFTER_POST_GRAD", "... tangents_1 ..."),
            ev.Kernel(FIRST, text="k", backward=True),
        ]
    )
    compilation = run.frames[0].compilations[0]
    assert compilation.prefixes == ("__compiled_fn_1",)
    assert compilation.graphs[0].backward
    assert compilation.kernels[0].backward


def test_the_text_that_runs_joins_its_graph():
    run = fold(
        [
            graph(FIRST, "Forward_graph", "printed", compiled_fn=FULL),
            ev.RunnableGraph(FIRST, stage="Forward_graph", text="code", boxed=True),
            entry(FIRST),
        ]
    )
    (found,) = run.compilations[0].graphs
    assert (found.text, found.runnable, found.boxed) == ("printed", "code", True)


def test_a_graph_that_runs_as_a_copy_of_itself_is_one_graph():
    stage, file = "Backward_graph", "__compiled_fn_1.Backward_graph.0.py"
    run = fold(
        [
            graph(FIRST, stage, "printed", compiled_fn=FULL),
            ev.RunnableGraph(FIRST, stage=stage, text="original", file=file),
            ev.RunnableGraph(FIRST, stage=stage, text="copy", file=file),
            entry(FIRST),
        ]
    )
    (found,) = run.compilations[0].graphs
    assert (found.text, found.runnable) == ("printed", "copy")


def test_side_effects_of_a_dead_attempt_are_void_and_calls_add_up():
    effect = SideEffects(FIRST, effects=(SideEffect("L['a']"),))
    again = SideEffects(FIRST, effects=(SideEffect("L['b']"),))
    run = fold(
        [
            ev.FrameStarted(FIRST, co_name="f"),
            effect,
            ev.FrameStarted(CompileId(0, 0, attempt=1), co_name="f"),
            again,
            entry(FIRST),
            PlainCalls(None, code_key="f", calls=2),
            PlainCalls(None, code_key="f", calls=3),
        ]
    )
    (frame,) = run.frames
    assert [e.target for e in frame.compilations[0].side_effects] == ["L['b']"]
    assert frame.plain_calls == 5


def test_resume_functions_hang_on_the_frame_that_calls_them():
    link = ev.ResumeLink("__resume_at_2_1", "g", code_key="g")
    never = ev.ResumeLink("__resume_at_9_2", "h", code_key="h")
    run = fold([entry(FIRST, resumes=(link, never)), entry(RESUME, "g")])
    outer, inner = run.frames
    assert inner.parent == outer.key
    assert inner.full_code_index is None
    assert [r.frame for r in outer.compilations[0].resumes] == [inner.key, None]


def test_resume_functions_that_call_each_other_give_no_cycle():
    to_g = ev.ResumeLink("__resume_at_2_1", "g", code_key="g")
    to_f = ev.ResumeLink("__resume_at_4_2", "f", code_key="f")
    run = fold(
        [
            entry(FIRST, resumes=(to_g, to_f)),
            entry(RESUME, "g", resumes=(to_f, to_g)),
        ]
    )
    assert [frame.parent for frame in run.frames] == [None, "f"]


def test_a_frame_that_got_no_entry_says_why():
    run = fold(
        [
            ev.FrameStarted(
                FIRST, "loop", "/a.py", first_line=4, source="def loop(): ..."
            ),
            ev.FrameStarted(CompileId(0, 0, 1), "loop", "/a.py", first_line=4),
            ev.Metrics(
                FIRST, made_entry=False, fail_type="Unsupported", fail_reason="a break"
            ),
        ]
    )
    (frame,) = run.frames
    assert frame.co_name == "loop"
    assert frame.full_code_index is None
    assert frame.original_source == "def loop(): ..."
    assert frame.compilations[0].skipped.reason == "Unsupported: a break"


def test_a_method_without_an_entry_is_named_for_the_class_of_its_object():
    run = fold(
        [
            ev.FrameStarted(FIRST, "forward", "/a.py", first_line=4),
            CompiledFor(FIRST, instance_class="Router", path="layers[0]"),
            ev.Metrics(FIRST, made_entry=False, fail_type="Unsupported"),
        ]
    )
    (frame,) = run.frames
    assert frame.owner == "Router.forward"


def test_a_comprehension_in_a_method_is_none_of_its_class():
    """It closes over `self`, so torch tells of an object all the same."""
    run = fold(
        [
            ev.FrameStarted(FIRST, "<dictcomp>", "/a.py", first_line=4),
            CompiledFor(FIRST, instance_class="Router", path="layers[0]"),
            ev.Metrics(FIRST, made_entry=False, fail_type="Unsupported"),
        ]
    )
    (frame,) = run.frames
    assert frame.owner == "<dictcomp>"


def test_a_failed_recompile_stays_with_its_function():
    run = fold([entry(FIRST), ev.FrameStarted(SECOND, co_name="f", file="x", stack=())])
    (frame,) = run.frames
    assert len(frame.compilations) == 2
    assert frame.qualified_name == "f"


def test_graphs_outside_any_compilation_are_kept():
    run = fold(
        [graph(None, "Compiled_autograd_graph", "ca"), ev.Kernel(None, text="k")]
    )
    assert run.unattributed[0].prefix == "unattributed"
    assert run.unattributed_kernels[0].text == "k"


def test_unknown_records_are_kept_where_they_belong():
    run = fold(
        [
            ev.RawAttachment(FIRST, name="new_kind", text="1"),
            ev.RawAttachment(None, name="other", text="2"),
            entry(FIRST),
        ]
    )
    assert run.compilations[0].facts.all(ev.RawAttachment)[0].name == "new_kind"
    assert run.facts.all(ev.RawAttachment)[0].name == "other"


def test_the_last_count_of_hits_is_the_count():
    run = fold([entry(FIRST), ev.Hits(FIRST, 3), ev.Hits(FIRST, 100)])
    assert run.compilations[0].hits == 100


def test_no_events_give_an_empty_run():
    assert fold([]).frames == ()


def test_any_order_of_events_folds():
    link = ev.ResumeLink("__resume_at_2_1", "g", code_key="g")
    everything = [
        ev.RunStarted(None),
        ev.FrameStarted(FIRST, co_name="f"),
        graph(FIRST),
        entry(FIRST, resumes=(link,)),
        ev.GuardsReported(FIRST),
        entry(RESUME, "g"),
        ev.Recompile(SECOND, (ev.RecompileReason("size", FIRST),)),
        ev.CacheLookup(FIRST, "fx_graph", "hit"),
        ev.Failure(None, "a", "b"),
        ev.CompiledBefore(None, "h"),
        ev.RunEnded(None, 1.0),
    ]
    shuffle = random.Random(7)
    for _ in range(50):
        shuffle.shuffle(everything)
        run = fold(everything)
        assert {frame.co_name for frame in run.frames} == {"f", "g"}


def test_two_resume_functions_of_one_name_are_not_mixed_up():
    # Both arms of one test: the code that was never reached has a key, but no frame.
    name = "torch_dynamo_resume_in_f_at_5"
    taken = ev.ResumeLink("__resume_at_2_1", name, "k1", file="/home/user/a.py")
    other = ev.ResumeLink("__resume_at_9_2", name, "k2", file="/home/user/a.py")
    same_place = {"original_first_line": 0, "code_key": "k1"}
    run = fold(
        [entry(FIRST, resumes=(taken, other)), entry(RESUME, name, **same_place)]
    )
    assert [r.frame for r in run.compilations[0].resumes] == ["k1", None]


@pytest.mark.parametrize("key", ["k1", "k2"])
def test_an_arm_without_an_entry_is_known_by_its_code(key):
    """Torch found nothing to compile in one arm, and the other one never ran (44)."""
    name, file = "torch_dynamo_resume_in_f_at_5", "/home/user/a.py"
    arms = [ev.ResumeLink(f"__resume_at_{k}", name, k, file=file) for k in ("k1", "k2")]
    started = ev.FrameStarted(RESUME, co_name=name, file=file, code_key=key)
    nothing = ev.FrameSkipped(RESUME, name, file, reason="nothing to compile")
    run = fold([entry(FIRST, resumes=tuple(arms)), started, nothing])
    reached = {link.code_key: link.frame for link in run.compilations[0].resumes}
    assert reached == {"k1": None, "k2": None, key: key}


def test_a_resume_function_that_nobody_was_seen_to_call_is_placed_by_its_name():
    run = fold([entry(FIRST), entry(RESUME, "torch_dynamo_resume_in_f_at_5")])
    assert [frame.parent for frame in run.frames] == [None, "f"]


def test_entries_are_numbered_in_their_function_and_not_by_their_files():
    resume = "torch_dynamo_resume_in_forward_at_9"
    link = ev.ResumeLink("__resume_at_4_1", resume, code_key="r1")
    other = replace(link, name="__resume_at_8_2", code_key="r2")
    run = fold(
        [
            entry(FIRST, "forward", 0, code_key="k1"),
            entry(CompileId(1, 0), "forward", 1, code_key="k2", resumes=(link, other)),
            entry(CompileId(2, 0), resume, 3, code_key="r1"),
            entry(CompileId(3, 0), resume, 4, code_key="r2"),
            entry(CompileId(1, 1), "forward", 2, code_key="k2"),
        ]
    )
    numbers = {
        frame.key: [one.entry.index for one in frame.entries] for frame in run.frames
    }
    assert numbers == {"k1": [0], "k2": [0, 1], "r1": [0], "r2": [1]}
    stems = [one.entry.stem for one in run.frame("k2").entries]
    assert stems == [f"__transformed_code_{at}_for_forward" for at in (1, 2)]


def test_a_shared_variable_that_no_line_assigns_has_not_changed():
    """Torch moves it to a new cell, because a comprehension reads it (549)."""
    here = {"file": "/a.py", "line": 4, "function": "f"}
    read = ev.SourceLine(text="rows = lookup(self, states)", **here)
    stored = ev.SourceLine(text="count = count + 1", **here)
    effects = (
        SideEffect("self", "cell", (read,)),
        SideEffect("count", "cell", (stored,)),
        SideEffect("L['kept']", "list", (read,)),
    )
    run = fold([SideEffects(FIRST, effects=effects), entry(FIRST)])
    (compilation,) = run.compilations
    assert [one.target for one in compilation.side_effects] == ["count", "L['kept']"]
