"""A first call that lacks its state runs as plain Python; the others are compiled."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing import first_eager as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.model.value_seen import SeenForm
from depyf.torch_text.questions import GuardKind

FUNCTION = "def step(x, state):\n    return x, state\n"
HEAD = 'with torch.compiler.set_stance("force_eager" if {} is None else "default"):'


def edited(
    folder,
    monkeypatch,
    line,
    *,
    source="state",
    seen=(),
    inside=False,
    filled=False,
    lengths=(),
):
    """Return the call's line after the edit; None if there is none."""
    file = folder / "main.py"
    file.write_text(f"import torch\nfor x in data:\n    {line}\n")
    files = ProgramFiles(str(folder), str(file), {})
    known = SimpleNamespace(forms=[SeenForm(form, calls) for form, calls in seen])
    monkeypatch.setattr(edits, "seen_of", lambda *_: known if seen else None)
    monkeypatch.setattr(edits, "is_changed_inside", lambda _: inside)
    monkeypatch.setattr(edits, "is_filled_inside", lambda _: filled)
    frame = SimpleNamespace(
        co_name="step", original_source=FUNCTION, compilations=(), entries=()
    )
    group = SimpleNamespace(
        source=source, frame=frame, lengths=list(lengths),
        first=SimpleNamespace(kind=GuardKind.LENGTH if lengths else GuardKind.NONE),
        first_value="None", name="step", run=SimpleNamespace(frames=()),
        called_at=SourceLine(str(file), 3, "<module>", line),
    )  # fmt: skip
    paths = (str(file), *map(str, folder.glob("agent.py")))
    found = list(edits.first_eager(Case(files, group, "finding", paths)))
    if not found:
        return None
    text = files.edited(found[0].edits).text(str(file))
    return textwrap.dedent("\n".join(text.splitlines()[2:])).splitlines()


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("y, state = step(x, state)", "state"),
        ("y, self.h[i] = step(x, state=self.h[i])", "self.h[i]"),
    ],
)
def test_a_call_that_makes_its_own_state(tmp_path, monkeypatch, line, state):
    found = edited(tmp_path, monkeypatch, line)
    assert found == [HEAD.format(state), f"    {line}"]


def test_an_attribute_that_the_call_sets(tmp_path, monkeypatch):
    found = edited(
        tmp_path, monkeypatch, "y = step(x)", source="self.cell.h", inside=True
    )
    assert found == [HEAD.format("step.cell.h"), "    y = step(x)"]


def test_a_dict_that_the_first_call_fills(tmp_path, monkeypatch):
    found = edited(
        tmp_path, monkeypatch, "y = step(x)", source="self.hub.latest", filled=True,
        lengths=(0, 2),
    )  # fmt: skip
    head = HEAD.replace("{} is None", "not step.hub.latest")
    assert found == [head, "    y = step(x)"]


@pytest.mark.parametrize(
    ("compiled", "line", "state"),
    [
        ("", "y = agent.step(x)", "agent.h"),
        (
            "        self.act = torch.compile(self.step)\n",
            "y = agent.act(x)",
            "agent.h",
        ),
        ("        act = torch.compile(agent.step)\n", "y = act(x)", "agent.h"),
        (
            "        self.step = torch.compile(self.model)\n",
            "y = self.step(x)",
            "self.model.h",
        ),
    ],
)
def test_the_object_of_a_compiled_method(tmp_path, monkeypatch, compiled, line, state):
    text = f"class Agent:\n    def __init__(self, agent):\n        pass\n{compiled}"
    (tmp_path / "agent.py").write_text(text)
    found = edited(tmp_path, monkeypatch, line, source="self.h", inside=True)
    assert found == [HEAD.format(state), f"    {line}"]


def test_what_was_none_in_one_call_only(tmp_path, monkeypatch):
    line = "y = step(x, before)"
    once = [("None", 1), ("float32 [3]", 4)]
    found = edited(tmp_path, monkeypatch, line, seen=once)
    assert found == [HEAD.format("before"), f"    {line}"]


@pytest.mark.parametrize("seen", [(), [("None", 3), ("float32 [3]", 4)]])
def test_what_may_be_none_again_is_left(tmp_path, monkeypatch, seen):
    # Half of the calls would run as plain Python.
    assert edited(tmp_path, monkeypatch, "y = step(x, mask)", seen=seen) is None


def test_a_block_is_no_plain_call(tmp_path, monkeypatch):
    line = "if step(x, state): state = step(x, state)"
    assert edited(tmp_path, monkeypatch, line) is None


@pytest.mark.parametrize(
    ("lengths", "is_left"), [((0, 6), True), ((6, 0), False), ((0, 6, 0), False)]
)
def test_a_container_that_only_the_first_call_gets_empty(
    tmp_path, monkeypatch, lengths, is_left
):
    line = "y = step(x, stream)"
    found = edited(tmp_path, monkeypatch, line, source="state.held", lengths=lengths)
    head = HEAD.replace("{} is None", "not stream.held")
    assert found == ([head, f"    {line}"] if is_left else None)
