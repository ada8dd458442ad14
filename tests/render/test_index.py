"""``index.md`` and ``summary.json``: everything is named, every absence explained."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import JournalRead
from depyf.render.index import code, index_md, plain
from depyf.torch_text.names import CompileId

from .journal import check_golden, entry, nasty_run, recorded, texts

FIRST = CompileId(0, 0)


def test_the_index_of_the_toy_in_training_reads_as_agreed():
    check_golden("index.md", texts(recorded("toy_training"))["index.md"])


def test_the_summary_of_the_toy_in_training_is_stable():
    check_golden("summary.json", texts(recorded("toy_training"))["summary.json"])


def test_every_link_leads_to_a_file_of_the_run():
    run = recorded("toy_training")
    files = texts(run)
    transformed = {c.entry.file for c in run.compilations}
    targets = [unquote(t) for t in re.findall(r"\]\(([^)]+)\)", files["index.md"])]
    assert targets
    for target in targets:
        assert target in files or target in transformed or target.startswith("https:")


def test_every_graph_and_kernel_file_is_linked_or_counted():
    files = texts(recorded("toy_training"))
    index = files["index.md"]
    by_graph = {}
    for name in files:
        if name.startswith("__compiled_fn"):
            by_graph.setdefault(name.partition(".")[0], []).append(name)
    for prefix, names in by_graph.items():
        linked = sum(f"({name})" in index for name in names)
        left = re.search(rf"(\d+) more `{prefix}\.\*`", index)
        assert linked + int(left[1] if left else 0) == len(names), prefix


def test_no_line_of_the_index_is_longer_than_240_characters():
    for line in texts(recorded("toy_training"))["index.md"].split("\n"):
        assert len(line) <= 240, line


def test_a_function_compiled_before_is_named_with_the_reason():
    text = index_md(fold([ev.CompiledBefore(None, "f", "M.f", "/a.py", 1, 2)]))
    assert "Nothing was compiled here" in text
    assert "`M.f`: compiled before the capture began (2 cache entries)" in text


def test_nothing_at_all_is_said_too():
    text = index_md(fold([]))
    assert "Nothing was compiled" in text
    assert text.rstrip().endswith("- nothing missing")


def test_a_function_that_could_not_be_compiled_was_called_nevertheless():
    skipped = ev.FrameSkipped(FIRST, co_name="f", file="/a.py", line=1, reason="no")
    text = index_md(fold([ev.FrameStarted(FIRST, co_name="f"), skipped]))
    assert "\nThe reason for each function is below" in text
    assert "not compiled (0/0): no" in text


def test_a_cache_hit_explains_the_graphs_it_leaves_out():
    run = fold(
        [
            entry(FIRST, "f", 0, "def f(): pass", graph_calls=("__compiled_fn_1",)),
            ev.GuardsReported(FIRST),
            ev.GraphReported(FIRST, stage="Captured_Graph", text="x"),
            ev.GraphReported(FIRST, stage="AFTER_POST_GRAD", text="x"),
            ev.Kernel(FIRST, text="k"),
            ev.CacheLookup(FIRST, "aot_autograd", "hit"),
        ]
    )
    text = index_md(run)
    assert "(BEFORE_PRE_GRAD); the AOTAutograd cache had the result" in text


def test_a_skipped_frame_says_why_it_runs_as_it_is():
    run = fold([ev.FrameSkipped(FIRST, "loop", "/a.py", 4, "a break in a loop")])
    text = index_md(run)
    assert "not compiled (0/0): a break in a loop" in text
    assert text.count("a break in a loop") == 1
    assert "nothing missing" in text.split("## Not recorded")[1]


def test_failures_inside_depyf_are_shown():
    text = index_md(
        fold([ev.Failure(None, "writing x", "OSError: full", "x is missing")])
    )
    assert "writing x: OSError: full. x is missing" in text


def test_no_graph_is_explained():
    run = fold([entry(FIRST, "f", 0, "def f(): pass"), ev.GuardsReported(FIRST)])
    told, missing = (
        index_md(run).split("## Without a graph")[1].split("## Not recorded")
    )
    assert "it has no graph" in told
    assert "its guards" not in missing


def test_a_resume_function_without_a_record_is_missing_only_if_the_run_did_not_end():
    resume = ev.ResumeLink("__resume_at_2", "torch_dynamo_resume_in_f_at_2", "key")
    broken = entry(FIRST, "f", 0, "def f(): pass", resumes=(resume,))
    for ended in (True, False):
        read = JournalRead(None, ended=ended)
        text = index_md(fold([broken, ev.GuardsReported(FIRST), read]))
        missing = text.split("## Not recorded")[1]
        assert ("torch_dynamo_resume_in_f_at_2" in missing) is not ended


def test_nasty_text_stays_text():
    text = texts(nasty_run())["index.md"]
    # What is neither escaped nor in a code span.
    outside = re.sub(r"(?s)\\.|(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "<img" not in outside
    assert "<script" not in outside
    assert "[x](y)" not in outside
    assert "javascript" not in outside


def test_markdown_is_escaped_where_it_would_be_markup():
    assert plain("a_b __c__ <i>") == "a_b \\_\\_c\\_\\_ \\<i\\>"
    assert code("a`b") == "``a`b``"
    assert code("`") == "`` ` ``"


def test_the_summary_holds_full_names_and_no_keys():
    summary = json.loads(texts(recorded("toy_training"))["summary.json"])
    assert summary["schema"] == 2
    assert summary["totals"]["graph_breaks"] == 1
    first = summary["frames"][0]
    graph = first["compilations"][0]["graphs"][0]
    assert graph["full_name"].startswith("__compiled_fn_1_")
    assert [frame.get("resumes") for frame in summary["frames"]] == [None, "f0", "f0"]
    assert "code0" not in json.dumps(summary)


def test_a_function_without_tensor_operations_is_said_to_have_none():
    run = fold([ev.FrameStarted(FIRST, "count", "/a.py", 1)])
    assert "torch found no tensor operation to compile in it" in index_md(run)


def test_a_recompile_that_gave_no_entry_is_not_said_to_have_no_operation():
    """Torch 2.6 does not say that the recompile limit was reached."""
    second = CompileId(0, 1)
    run = fold(
        [
            entry(FIRST, "f", 0, "def f(): pass", graph_calls=("__compiled_fn_1",)),
            ev.FrameStarted(second, "f", "/a.py", 1),
            ev.Recompile(second, (ev.RecompileReason("L['n'] == 1", FIRST),)),
        ]
    )
    text = index_md(run)
    assert "no tensor operation" not in text
    assert (
        "not compiled (0/1): torch does not say why: it may have no operation" in text
    )


def test_a_graph_outside_any_compilation_is_linked():
    run = fold([ev.GraphReported(None, "Compiled_autograd_graph", text="ca")])
    name = "unattributed.Compiled_autograd_graph.0.py"
    assert f"[`{name}`]({name}): torch reported this graph" in index_md(run)


def test_a_failed_compilation_names_line_and_explanation():
    reason = (
        "cannot trace\n  Explanation: Dynamo does not know `g`.\n  Hint: Avoid `g`.\n\n"
        "  Developer debug context: g"
    )
    line = ev.SourceLine("/a.py", 7, text="g(x)")
    event = ev.Metrics(
        FIRST,
        made_entry=False,
        fail_type="Unsupported",
        fail_reason=reason,
        fail_line=line,
    )
    text = index_md(fold([ev.FrameStarted(FIRST, "f", "/a.py", 1), event]))
    assert "not compiled (0/0): Unsupported: cannot trace, at a.py:7 `g(x)`" in text
    assert "\n  - Dynamo does not know `g`.\n  - Hint: Avoid `g`." in text
    run = fold([ev.FrameStarted(FIRST, "f", "/a.py", 1), event])
    (compilation,) = json.loads(texts(run)["summary.json"])["frames"][0]["compilations"]
    assert compilation["skipped"] == (
        "Unsupported: cannot trace, at a.py:7: g(x). Dynamo does not know `g`."
    )


def test_a_break_with_general_hints_only_is_explained():
    def told(*hints):
        event = ev.GraphBreak(FIRST, reason="r", explanation="It is so.", hints=hints)
        return index_md(fold([entry(FIRST, "f", 0, "def f(): pass"), event]))

    general = "This graph break is fundamental - it is unlikely to go away."
    assert "\n    - It is so.\n" in told(general)
    assert "It is so." not in told(general, "Avoid `g`.")


def test_a_function_of_torchs_own_names_the_line_that_called_it():
    """Modules and callables that share a wrapper of torch's are told apart by it."""
    second, wrapper = CompileId(0, 1), "/site-packages/torch/_dynamo/external_utils.py"
    stack = (ev.SourceLine("/a.py", 7, text="lin(x)"), ev.SourceLine(wrapper, 9))
    reason = ev.RecompileReason("___check_type_id(fn, 94)", FIRST)
    events = [
        ev.FrameStarted(FIRST, "inner", wrapper, 67, stack=stack),
        entry(FIRST, "inner", 0, "def inner(): pass", original_file=wrapper),
        ev.Recompile(second, (reason,)),
        entry(second, "inner", 1, "def inner(): pass", original_file=wrapper),
    ]
    text = index_md(fold(events))
    assert "- called at a.py:7 `lin(x)`" in text
    assert "shares one cache" in text


def test_a_reset_is_named_where_a_function_was_compiled_again():
    again = CompileId(0, 0, generation=1)
    source = "def f(): pass"
    run = fold(
        [entry(FIRST, "f", 0, source), entry(again, "f", 1, source, code_key="f0")]
    )
    text = index_md(run)
    assert text.count("compiled again: torch's caches were reset before") == 1


def test_a_path_among_the_arguments_is_not_the_program():
    started = ev.RunStarted(None, program="dir/train.py", arguments="--data /x/y")
    head = texts(fold([started]))["index.md"].splitlines()[0]
    assert head.startswith("# train.py --data /x/y on torch")
