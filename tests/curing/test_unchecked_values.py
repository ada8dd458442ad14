"""A check that tells equal entries apart is skipped, where the call leaves room."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing import unchecked_values as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.model.findings import equal_entries
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.source_lines import SourceLine

FILTER = (
    "\"guard_filter_fn\": lambda guards: [one.name not in {'lists'} for one in guards]"
)


def entry(number, graph="a + b", source="def f_{0}(x): return g_{0}(x)"):
    """Return a compilation with one graph."""
    code = SimpleNamespace(
        stem=f"f_{number}", source=source.format(number), graph_calls=[f"g_{number}"]
    )
    return SimpleNamespace(
        entry=code,
        graphs=[
            SimpleNamespace(prefix=f"g_{number}", text=graph, stage="Captured_Graph")
        ],
    )


def group(entries, kind=GuardKind.LENGTH, texts=""):
    """Return recompiles for the length of `lists`."""
    frame = SimpleNamespace(entries=entries, co_name="step")
    return SimpleNamespace(
        source="lists",
        others=(),
        frame=frame,
        texts=(texts,),
        first=SimpleNamespace(kind=kind, literal="L['lists']"),
    )


@pytest.mark.parametrize(
    ("entries", "kind", "wanted"),
    [
        ([entry(0), entry(1)], GuardKind.LENGTH, True),
        ([entry(0)], GuardKind.LENGTH, False),
        ([entry(0), entry(1, "a + 1")], GuardKind.LENGTH, False),
        ([entry(0), entry(1, source="def f_{0}(x): g_{0}(y)")], GuardKind.TYPE, False),
        # Its numbers are not in the text.
        ([entry(0, "self._constant0"), entry(1, "self._constant0")], GuardKind.TYPE, 0),
        # A backend makes other code of an equal graph.
        ([entry(0), entry(1)], GuardKind.REQUIRES_GRAD, False),
    ],
)
def test_which_entries_are_equal(entries, kind, wanted):
    assert equal_entries.are_equal(group(entries, kind)) is bool(wanted)


@pytest.mark.parametrize(
    ("read", "wanted"), [("L_tokens_", True), ("L_batch_evicted", False)]
)
def test_a_tensor_that_no_graph_gets(read, wanted):
    """A backend makes the same of two graphs that do not get the tensor."""
    text = f"def forward(self, {read}):\n    return {read}"
    entries = [entry(number, text) for number in (0, 1)]
    met = group(entries, GuardKind.SIZE)
    met.source, met.first.literal = "batch.evicted", "L['batch'].evicted"
    assert equal_entries.are_equal(met) is wanted
    assert equal_entries.UNUSED_TENSOR.when(met) is wanted


def test_a_graph_whose_name_begins_another_name():
    def two(first, second):
        code = SimpleNamespace(
            stem="f", source=f"{first}({second}(x))", graph_calls=[first, second]
        )
        graphs = [SimpleNamespace(prefix=one, text="a") for one in (first, second)]
        return SimpleNamespace(entry=code, graphs=graphs)

    assert equal_entries.are_equal(group([two("g_1", "g_11"), two("g_3", "g_13")]))
    assert equal_entries.are_equal(group([two("g_1", "g_11"), two("g_3", "g_20")]))


def test_the_class_of_a_tensor_is_no_python_value():
    found = "expected type of 'w' to be a tensor type, but found <class 'torch.Tensor'>"
    entries = [entry(0), entry(1)]
    assert equal_entries.are_equal(group(entries, GuardKind.TYPE))
    assert not equal_entries.are_equal(group(entries, GuardKind.TYPE, found))


@pytest.mark.parametrize(
    ("target", "note"),
    [("L['lists']", "keep the store at main.py:9 out of"), ("seen", "compute what ")],
)
def test_a_store_of_compiled_code_moves_out_of_it(target, note):
    met = group([entry(0), entry(1)])
    line = SourceLine("main.py", 9)
    met.effects = [SimpleNamespace(target=target, user_lines=(line,))]
    assert equal_entries.EQUAL_ENTRIES.cure_of(met).note.startswith(note)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("@torch.compile", f"@torch.compile(options={{{FILTER}}})"),
        (
            "step = torch.compile(step, backend='eager')",
            f"step = torch.compile(step, backend='eager', options={{{FILTER}}})",
        ),
        (
            "step = torch.compile(step, options={'trace.enabled': True})",
            f"step = torch.compile(step, options={{{FILTER}, 'trace.enabled': True}})",
        ),
        # The filter of an earlier edit gets the other name, too; a user's stays.
        (
            f"step = torch.compile(step, options={{{FILTER.replace('lists', 'tag')}}})",
            "step = torch.compile(step, options={"
            + FILTER.replace("'lists'", "'lists', 'tag'")
            + "})",
        ),
        ("step = torch.compile(step, options={'guard_filter_fn': keep})", None),
        # torch takes a mode or options, and a dict may hold either.
        ("step = torch.compile(step, mode='reduce-overhead')", None),
        ("step = torch.compile(step, **OPTIONS)", None),
        ("step = torch.compile(step, options=OPTIONS)", None),
    ],
)
def test_the_option(tmp_path, line, wanted):
    file = tmp_path / "main.py"
    function = "def step(x, lists):\n    return x\n"
    is_decorator = line.startswith("@")
    text = f"{line}\n{function}" if is_decorator else f"{function}{line}\n"
    file.write_text(f"import torch\n{text}")
    files = ProgramFiles(str(tmp_path), str(file), {})
    case = Case(files, group([entry(0), entry(1)]), "finding", (str(file),))
    found = list(edits.unchecked_values(case))
    edited = [files.edited(one.edits).text(str(file)) for one in found]
    lines = [one.splitlines()[1 if is_decorator else 3] for one in edited]
    assert lines == ([] if wanted is None else [wanted])
