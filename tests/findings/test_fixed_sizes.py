"""A line that makes a size a constant is a problem only if another line need not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.facts import facts_of
from depyf.model.findings import conditions, fake_numbers, recompile_cures
from depyf.model.findings.causes import Scope
from depyf.model.findings.fixed_sizes import FIXED_SIZES
from depyf.model.findings.rule import Outcome
from depyf.torch_text.questions import GuardKind

NO_RUN = SimpleNamespace(facts=facts_of([]))


@pytest.mark.parametrize(
    ("line", "is_over", "outcome"),
    [
        ("n = int(x.shape[1])", False, Outcome.FINDING),
        ("h = self.conv1(x) + self.temb(emb)", False, Outcome.ONE_EACH),
        ("h = self.conv1(x) + self.temb(emb)", True, None),  # the last rule's
    ],
)
def test_a_parameter_of_fixed_size_is_as_the_program_has_it(
    monkeypatch, line, is_over, outcome
):
    at = SimpleNamespace(text=line, file="a.py")
    for module in (conditions, fake_numbers):
        monkeypatch.setattr(module, "fixed_by", lambda _group: at)
    first = SimpleNamespace(kind=GuardKind.SIZE, scope=Scope.ARGUMENT, index=1)
    group = SimpleNamespace(
        first=first, limit_reached=is_over, run=NO_RUN, compilations=(), causes=(),
        frame=SimpleNamespace(entries=[]),
    )  # fmt: skip
    *rows, last = FIXED_SIZES
    found = [one.outcome for one in rows if one.guard(first) and one.when(group)]
    assert next(iter(found), None) is outcome
    assert last.outcome is Outcome.FINDING


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("y = pool(x[b, :n])", "use all items and a mask"),
        ("y = pool(x, n)", "accepts only constants"),
        ("y = x if n != 3 else -x", "its line compares the number"),
        ("y = layers[n](x)", "it chooses what is called there"),
    ],
)
def test_a_slice_of_varying_length_is_a_mask(monkeypatch, line, words):
    monkeypatch.setattr(conditions, "fixed_by", lambda _: SimpleNamespace(text=line))
    monkeypatch.setattr(recompile_cures, "reached", lambda *_: None)
    group = SimpleNamespace(first=SimpleNamespace(source="n"), run=None, frame=None)
    assert words in recompile_cures.kept_a_number(group).note


def _parameter(path, *size):
    tensor = SimpleNamespace(type="Parameter", size=tuple(map(str, size)))
    return SimpleNamespace(asks=SimpleNamespace(tensor=tensor, subject=path))


@pytest.mark.parametrize(
    ("failed", "name"), [((4,), "w"), ((4, 6), "w"), ((4, 6, 9), "")]
)
def test_one_size_that_a_parameter_has_too_may_be_a_coincidence(failed, name):
    guards = [_parameter("L['w']", 4, 6), _parameter("L['b']", 3)]
    group = SimpleNamespace(
        causes=[SimpleNamespace(expected=str(one)) for one in failed],
        frame=SimpleNamespace(entries=[SimpleNamespace(guards=guards)]), source="x",
    )  # fmt: skip
    assert conditions.parameter_beside(group) == name


def test_parts_of_a_tensor_are_to_become_a_dimension(monkeypatch):
    line = SimpleNamespace(text="y = torch.stack(x.split(n, dim=1), dim=1)")
    monkeypatch.setattr(conditions, "fixed_by", lambda _group: line)
    assert "unflatten" in recompile_cures.kept_a_size(SimpleNamespace()).note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("for frame in x.unbind(0):", "torch unrolls this loop for each size"),
        ("ys = [f(one) for one in x.unbind(0)]", "torch unrolls this loop for each "),
        ("a, b = x.unbind(0)", "the number of parts is a constant"),
    ],
)
def test_a_loop_over_the_parts_is_unrolled(monkeypatch, text, note):
    """One iteration may need the result of the one before, so no dimension helps."""
    line = SimpleNamespace(text=text)
    monkeypatch.setattr(recompile_cures.conditions, "fixed_by", lambda _: line)
    assert recompile_cures.kept_a_size(SimpleNamespace()).note.startswith(note)
