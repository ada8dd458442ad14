"""The texts of torch's trace records, as torch 2.13 and 2.15 write them."""

from __future__ import annotations

import json

from depyf.capture.trace_records import (
    cache_lookup,
    graph_break,
    metrics,
    recompile,
    refused_recompile,
)
from depyf.capture.trace_table import is_dropped
from depyf.capture.user_lines import UserLines
from depyf.model.ids import CompileId

ID = CompileId(0, 0)
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
    event = graph_break(ID, BREAK, UserLines())
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
    event = graph_break(ID, "Graph break in user code at /a.py:3\n", UserLines())
    assert [(place.file, place.line) for place in event.user_stack] == [("/a.py", 3)]


def test_recompile_reasons_come_as_text_or_as_a_list():
    one = recompile(ID, "2/0: tensor 'x' size mismatch", 1)
    assert one.reasons[0].failed == CompileId(2, 0, generation=1)
    assert one.reasons[0].text == "tensor 'x' size mismatch"
    several = recompile(ID, json.dumps(["0/0: a", "0/1: b", "free text"]), 0)
    assert [reason.text for reason in several.reasons] == ["a", "b", "free text"]
    assert several.reasons[2].failed is None


def test_cache_lookups_keep_the_reason_and_drop_the_bulk():
    payload = json.dumps({"key": "k", "components": ["x" * 1000], "cache_state": "hit"})
    event = cache_lookup(ID, "artifact:fx_graph_cache_hit", payload)
    assert (event.cache, event.outcome, event.key) == ("fx_graph", "hit", "k")
    assert "x" * 100 not in repr(event)
    bypass = cache_lookup(ID, "artifact:aotautograd_cache_bypass", "not json")
    assert (bypass.cache, bypass.outcome) == ("aot_autograd", "bypass")


def test_metrics_are_seconds_and_counts():
    event = metrics(
        ID,
        "compilation_metrics",
        {
            "duration_us": 2_000_000,
            "start_time_us": 1_000_500_000,
            "post_grad_pass_time_us": 500_000,
            "guard_count": 3,
            "has_guarded_code": False,
            "fail_type": "Unsupported",
            "fail_reason": None,
            "restart_reasons": ["why"],
        },
        UserLines(),
    )
    assert (event.seconds, event.started) == (2.0, 1000.5)
    assert event.times == {"post_grad_pass_time": 0.5}
    assert event.counts == {"guard_count": 3}
    assert not event.made_entry
    assert event.fail_type == "Unsupported"
    assert event.restart_reasons == ("why",)


def test_older_torch_tells_the_start_in_seconds_and_the_oldest_not_at_all():
    told = [{"start_time": 1000.5}, {"start_time": None}, {}]
    found = [metrics(ID, "compilation_metrics", one, UserLines()) for one in told]
    assert [one.started for one in found] == [1000.5, 0.0, 0.0]


def test_a_break_that_skips_the_frame_says_why_apart_from_its_own_reason():
    event = graph_break(
        ID,
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
        "    while x.sum() < 3:\n",
        UserLines(),
    )
    assert event.reason == "Data-dependent branching"
    assert event.hints == ("Use cond.",)
    assert event.link == "https://x/gb1.html"
    assert event.user_stack[-1].line == 4
    assert event.skipped == "torch.compile detected a graph break in a for/while loop."


def failed(reason, **more):
    values = {"fail_type": "RecompileError", "fail_reason": reason, **more}
    return metrics(ID, "compilation_metrics", values, UserLines())


def test_a_failure_names_the_users_line():
    event = failed("why", fail_user_frame_filename="/a.py", fail_user_frame_lineno=7)
    assert (event.fail_line.file, event.fail_line.line) == ("/a.py", 7)
    assert failed("why").fail_line is None


def test_a_refused_recompile_tells_why_entries_did_not_fit():
    text = "Recompiling function f\n    triggered by the following guard failure(s):\n"
    event = refused_recompile(failed(f"{text}    - 0/0: tensor 'x' rank mismatch"), 0)
    (reason,) = event.reasons
    assert (reason.text, str(reason.failed)) == ("tensor 'x' rank mismatch", "0/0")
    assert refused_recompile(failed("Unsupported"), 0) is None


def test_metrics_that_do_not_know_their_direction_are_not_a_backwards():
    """Torch 2.6 gives them the name of those of a backward."""

    def of(is_forward):
        values = {"is_forward": is_forward}
        return metrics(ID, "bwd_compilation_metrics", values, UserLines())

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
