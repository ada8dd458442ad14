"""The texts of torch's trace records, as torch 2.13 and 2.15 write them."""

from __future__ import annotations

import json

from depyf.capture.attribution import Attribution
from depyf.capture.trace_input import Record, Surroundings, users_own
from depyf.capture.trace_records import (
    cache_lookup,
    graph_break,
    lines_of_kernels,
    metrics,
    nodes_of_kernels,
    recompile,
    refused_recompile,
    shape_guard,
    side_effects,
    specialization,
)
from depyf.capture.trace_table import is_dropped
from depyf.capture.user_lines import UserLines
from depyf.model.events import SourceLine
from depyf.torch_text.names import CompileId

ID = CompileId(0, 0)


def record(text="", name="", generation=0, **about):
    place = Surroundings(UserLines(), Attribution())
    place.attribution.generation = generation
    return Record(name, ID, about, text, place)


def measured(name="compilation_metrics", **values):
    return metrics(record(name=name, **values))


BREAK = """Graph break in user code at /home/me/toy.py:23
Graph Break Reason: Data-dependent branching
  Explanation: Detected data-dependent branching.
    More of it.
  Hint: Use `torch.cond`
    to express it.
  Hint: Or move it out.

  Developer debug context: attempted to jump

 For more details about this graph break, please visit: https://x.org/gb/gb0170.html

User code traceback:
  File "/home/me/toy.py", line 36, in <module>
    main()
  File "/home/me/toy.py", line 23, in toy_example
    if b.sum() < 0:
       ^^^^^^^^^^^^

NoneType: None
"""


def test_a_graph_break_is_taken_apart():
    event = graph_break(record(BREAK))
    assert event.reason == "Data-dependent branching"
    assert event.explanation == "Detected data-dependent branching.\nMore of it."
    assert event.hints == ("Use `torch.cond` to express it.", "Or move it out.")
    assert event.context == "attempted to jump"
    assert event.link == "https://x.org/gb/gb0170.html"
    last = event.user_stack[-1]
    assert (last.file, last.line, last.function, last.text) == (
        "/home/me/toy.py",
        23,
        "toy_example",
        "if b.sum() < 0:",
    )


def test_a_graph_break_without_traceback_keeps_its_place():
    event = graph_break(record("Graph break in user code at /a.py:3\n"))
    assert [(place.file, place.line) for place in event.user_stack] == [("/a.py", 3)]


def test_recompile_reasons_come_as_text_or_as_a_list():
    one = recompile(record("2/0: tensor 'x' size mismatch", generation=1))
    assert one.reasons[0].failed == CompileId(2, 0, generation=1)
    assert one.reasons[0].text == "tensor 'x' size mismatch"
    several = recompile(record(json.dumps(["0/0: a", "0/1: b", "free text"])))
    assert [reason.text for reason in several.reasons] == ["a", "b", "free text"]
    assert several.reasons[2].failed is None


def test_cache_lookups_keep_the_reason_and_drop_the_bulk():
    payload = json.dumps({"key": "k", "components": ["x" * 1000], "cache_state": "hit"})
    event = cache_lookup(record(payload, "artifact:fx_graph_cache_hit"))
    assert (event.cache, event.outcome, event.key) == ("fx_graph", "hit", "k")
    assert "x" * 100 not in repr(event)
    bypass = cache_lookup(record("not json", "artifact:aotautograd_cache_bypass"))
    assert (bypass.cache, bypass.outcome) == ("aot_autograd", "bypass")


def test_metrics_are_seconds_and_counts():
    event = measured(
        duration_us=2_000_000,
        start_time_us=1_000_500_000,
        post_grad_pass_time_us=500_000,
        guard_count=3,
        has_guarded_code=False,
        fail_type="Unsupported",
        fail_reason=None,
        restart_reasons=["why"],
    )
    assert (event.seconds, event.started) == (2.0, 1000.5)
    assert event.times == {"post_grad_pass_time": 0.5}
    assert event.counts == {"guard_count": 3}
    assert not event.made_entry
    assert event.fail_type == "Unsupported"
    assert event.restart_reasons == ("why",)


def test_older_torch_tells_the_start_in_seconds_and_the_oldest_not_at_all():
    told = [{"start_time": 1000.5}, {"start_time": None}, {}]
    found = [measured(**one) for one in told]
    assert [one.started for one in found] == [1000.5, 0.0, 0.0]


def test_a_break_that_skips_the_frame_says_why_apart_from_its_own_reason():
    text = (
        "Graph break in user code at /u.py:4\n"
        "Graph Break Reason: Failed to handle graph break gracefully:\n\n"
        "Data-dependent branching\n"
        "  Explanation: Dynamo does not support it.\n"
        "  Hint: Use cond.\n\n"
        " For more details about this graph break, please visit: https://x/gb1.html\n\n"
        "*** While handling this graph break, another graph break occurred: ***\n\n"
        "graph break in loop\n"
        "  Explanation: torch.compile detected a graph break in a for/while loop.\n"
        "  Hint: Resolve the earlier one.\n\n"
        " For more details about this graph break, please visit: https://x/gb2.html\n\n"
        "User code traceback:\n"
        '  File "/u.py", line 4, in f\n'
        "    while x.sum() < 3:\n"
    )
    event = graph_break(record(text))
    assert event.reason == "Data-dependent branching"
    assert event.hints == ("Use cond.",)
    assert event.link == "https://x/gb1.html"
    assert event.user_stack[-1].line == 4
    assert event.skipped == "torch.compile detected a graph break in a for/while loop."


def failed(reason, **more):
    about = {"fail_type": "RecompileError", "fail_reason": reason, **more}
    return record(name="compilation_metrics", **about)


def test_a_failure_names_the_users_line():
    where = {"fail_user_frame_filename": "/a.py", "fail_user_frame_lineno": 7}
    event = metrics(failed("why", **where))
    assert (event.fail_line.file, event.fail_line.line) == ("/a.py", 7)
    assert metrics(failed("why")).fail_line is None


def test_a_refused_recompile_tells_why_entries_did_not_fit():
    text = "Recompiling function f\n    triggered by the following guard failure(s):\n"
    event = refused_recompile(failed(f"{text}    - 0/0: tensor 'x' rank mismatch"))
    (reason,) = event.reasons
    assert (reason.text, str(reason.failed)) == ("tensor 'x' rank mismatch", "0/0")
    assert refused_recompile(failed("Unsupported")) is None


def test_metrics_that_do_not_know_their_direction_are_not_a_backwards():
    """Torch 2.6 gives them the name of those of a backward."""

    def of(is_forward):
        return measured("bwd_compilation_metrics", is_forward=is_forward)

    assert not of(None).backward
    assert of(False).backward


def test_what_would_be_dropped_is_known_before_it_is_made():
    def about(name: str) -> dict[str, str]:
        return {"name": name, "encoding": "string"}

    assert is_dropped("chromium_event", dict)
    assert is_dropped("artifact", lambda: about("fx_graph_runnable"))
    assert not is_dropped("artifact", lambda: about("recompile_reasons"))
    assert not is_dropped("dynamo_start", dict)
    assert not is_dropped("something new", dict)


# --- side effects, sizes and origins of kernels ---------------------------------------

RULE = "\n\n" + "=" * 40 + "\n\n"
TORCH = "/env/lib/python3.13/site-packages/torch/nn/modules/module.py"
STACK = f"""
      File "/a/net.py", line 39, in <module>
        net(x)
        ~~~^^^
      File "{TORCH}", line 1787, in _call_impl
        return forward_call(*args)
      File "/a/net.py", line {{line}}, in forward
        {{code}}
        ^^^^^
"""


def effects(*texts):
    return side_effects(record(RULE.join(texts))).effects


def test_each_object_has_its_name_type_and_line():
    (first, second) = effects(
        "Mutating object of type <unknown type> (source name: G['COUNT'])\n"
        + STACK.format(line=11, code="COUNT += 1"),
        "Mutating object of type list (source name: L['self'].seen)\n"
        + STACK.format(line=13, code="self.seen.append(1)"),
    )
    assert (first.target, first.type_name) == ("G['COUNT']", "")
    assert first.user_lines == (SourceLine("/a/net.py", 11, "forward", "COUNT += 1"),)
    assert (second.target, second.type_name) == ("L['self'].seen", "list")


def test_an_object_changed_at_several_places_names_them_all():
    (effect,) = effects(
        "Mutating object of type cell (source: count)\n"
        + STACK.format(line=3, code="count = 1")
        + "\n********\n"
        + STACK.format(line=5, code="count = 2")
    )
    assert [line.line for line in effect.user_lines] == [3, 5]


def test_an_object_without_a_source_or_a_stack_is_kept():
    (first, second) = effects(
        "Mutating object of type dict (no source)"
        " (unable to find user stacks for mutations)",
        "Mutating object of type list (source: created in torch.compile region)"
        " (unable to find user stacks for mutations)",
    )
    assert (first.target, first.type_name, first.user_lines) == ("", "dict", ())
    assert second.target == "created in torch.compile region"


def test_text_of_another_form_gives_nothing():
    assert effects("whatever a later torch may write") == ()
    assert effects("") == ()


def test_a_condition_is_owned_by_the_users_line_not_by_torchs():
    mine = SourceLine("/a/net.py", 4)
    inside = SourceLine(TORCH, 134)
    assert users_own([mine, inside]) == mine
    assert users_own([inside]) == inside
    assert users_own([]) is None
    stack = [{"filename": one.file, "line": one.line} for one in (mine, inside)]
    guard = shape_guard(record(expr="s77 > 3", user_stack=stack))
    assert (guard.expression, guard.user_line) == ("s77 > 3", mine)
    made = specialization(record(symbol="s0", value="4", reason="r"))
    assert (made.expression, made.reason) == ("s0 == 4", "r")


def test_nodes_and_lines_of_kernels():
    text = json.dumps({"cppCodeToPost": {"k:1": ["add", "mul"]}, "version": 2.0})
    (origin,) = nodes_of_kernels(record(text)).origins
    assert (origin.kernel, origin.nodes) == ("k:1", ("add", "mul"))
    stack = '  File "/a/net.py", line 4, in f\n    h = h + 1\n        ^^^^^\n'
    (origin,) = lines_of_kernels(record(json.dumps({"k:1": [stack, stack]}))).origins
    assert origin.user_lines == (SourceLine("/a/net.py", 4, "f", "h = h + 1"),)
    # torch also says so of nothing, where it records none
    assert nodes_of_kernels(record('{"version": 2.0}')) is None
    assert lines_of_kernels(record("")) is None


LIBRARY = "/env/lib/python3.11/site-packages/torch"


def run_line(*files):
    """Return the line that torch ran, for a stack with these files, outermost first."""
    stack = [{"filename": file, "line": 7, "name": "f", "loc": "g()"} for file in files]
    found = record(stack=stack).run_line
    return found and found.file


def test_torch_ran_the_line_of_a_fake_implementation():
    """Torch's own stack ends there, where the traced one ends at the operator (550)."""
    traced = ("/me/main.py", f"{LIBRARY}/_dynamo/output_graph.py")
    fake = (f"{LIBRARY}/_subclasses/fake_tensor.py", f"{LIBRARY}/_library/x.py")
    inner = (f"{LIBRARY}/__init__.py", f"{LIBRARY}/fx/experimental/symbolic_shapes.py")
    assert run_line(*traced, *fake, "/me/ops.py", *inner) == "/me/ops.py"
    assert run_line(*traced, *fake, "/me/ops.py", "/me/sizes.py", *inner)
    assert run_line(*traced, *fake, *inner) is None
    assert run_line("/me/main.py", *inner) is None


def test_a_backend_of_the_program_is_no_fake_implementation():
    traced = ("/me/main.py", f"{LIBRARY}/_dynamo/output_graph.py")
    called = (f"{LIBRARY}/__init__.py", "/me/backend.py", f"{LIBRARY}/_functorch/x.py")
    assert run_line(*traced, *called) is None
