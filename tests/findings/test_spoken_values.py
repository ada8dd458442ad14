"""Values that torch reaches through internals are named as a person names them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings import user_names
from depyf.model.findings.recompile_cures import _new_tensor, of_global
from depyf.torch_text.spoken_numbers import spoken_number
from depyf.torch_text.spoken_paths import Known, spoken


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("fn.__self__.lr", "`lr` of the object behind `fn`"),
        ("fn.__wrapped__.lr", "`lr` of the function wrapped in `fn`"),
        ("loss.__kwdefaults__['margin']", "the default `margin` of `loss`"),
        ("loss.__defaults__[0]", "a default of `loss`"),
        ("act.keywords['scale']", "`scale` of the partial `act`"),
        ("act.args[0]", "positional argument 1 of the partial `act`"),
        ("self._modules['drop'].p", "`self.drop.p`"),
        ("self._buffers['mask']", "`self.mask`"),
        ("self._modules['a-b'].p", "`p` of the submodule `a-b` of `self`"),
        ("G['CONFIG'].x", "`x` of the global `CONFIG`"),
        ("f.__code__", "the code of `f`"),
        ("options['a']['b c'][1].x", "`options['a']['b c'][1].x`"),
        ("1 - p", "`1 - p`"),
        ("x.size()[0]", "`x.size()[0]`"),
    ],
)
def test_paths_in_words(path, said):
    assert spoken(path, Known(partials=frozenset({"act"}))) == said


@pytest.mark.parametrize(
    ("computed", "said"),
    [
        ("1.0 + ((-1)*self.drop.p)", "1 - self.drop.p"),
        ("((-1)*p) + 1.0", "1 - p"),
        ("(1.0*s)", "s"),
        ("a*(b//c)", "a * (b // c)"),
        ("2 + ((-1)*(a + b))", "2 - (a + b)"),
        ("x.size()[2] // 4", "x.size()[2] // 4"),
        ("no python (", "no python ("),
    ],
)
def test_computed_numbers_in_words(computed, said):
    assert spoken_number(computed) == said


def test_a_value_by_its_place_in_a_dict_is_never_assigned_to():
    first = SimpleNamespace(expected="2")
    by_place = SimpleNamespace(source="[*stats.values()][0]", first=first)
    assert of_global(by_place).edit == ""
    assert "`stats`" in of_global(by_place).note
    run = SimpleNamespace(facts=SimpleNamespace(all=lambda _kind: ()))
    named = SimpleNamespace(
        source="step", first=first, run=run, asked_at=None,
        frame=SimpleNamespace(file="", first_line=0),
    )  # fmt: skip
    assert of_global(named).edit == "step = torch.tensor(2)"


@pytest.mark.parametrize(
    ("file", "owner", "said"),
    [
        ("site-packages/torch/optim/optimizer.py", "Lion.step", "`self.rate[0]`"),
        ("site-packages/torch/optim/optimizer.py", "step", "`args[0].rate[0]`"),
        ("own.py", "Lion.step", "`args[0].rate[0]`"),
    ],
)
def test_the_object_behind_a_wrapper_of_torch(file, owner, said):
    frame = SimpleNamespace(file=f"/lib/{file}", owner=owner, entries=())
    run = SimpleNamespace(root_of=lambda _: frame)
    cause = SimpleNamespace(source="args[0].rate[0]", literal="")
    assert user_names.said(run, frame, cause) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("serial += 1", ": `serial = serial + 1`, not `serial += 1`"),
        ("a.t //= 2", ": `a.t = a.t // 2`, not `a.t //= 2`"),
        ("serial = serial + 1", ""),
    ],
)
def test_a_tensor_is_not_changed_in_place(text, said):
    """Who kept the number before would see the new one (657)."""
    group = SimpleNamespace(asked_at=SourceLine("a.py", 1, text=text))
    assert _new_tensor(group) == said
