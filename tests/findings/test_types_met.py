"""A value with several types: which, and how it gets one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.number_for_tensor import NUMBER_FOR_TENSOR
from depyf.model.findings.rule import Cure
from depyf.model.findings.types_met import as_one_type, several_types, with_same_keys
from depyf.torch_text.guards import guards_of_leaves, read_guard

CHECK = (
    "check_tensor(L['x'], {}, DispatchKeySet(CPU), torch.float32, "
    "device=None, requires_grad=False, size=[2], stride=[1])"
)


def group(*types, texts=(), origin=(), run=None):
    entries = [SimpleNamespace(guards=[read_guard(CHECK.format(one))]) for one in types]
    return SimpleNamespace(
        source="x", texts=texts, first=SimpleNamespace(literal="L['x']"),
        frame=SimpleNamespace(entries=entries), origin=origin, run=run,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("types", "words", "change"),
    [
        (
            ("Parameter", "Tensor"),
            " (Parameter and Tensor)",
            "pass `x.clone()` where it is a parameter",
        ),
        (
            ("Scan", "Tensor"),
            " (Scan and Tensor)",
            "pass `x.as_subclass(torch.Tensor)` in all calls",
        ),
        (("Scan", "Mask"), " (Scan and Mask)", ""),
        (("Scan", "Mask", "Row", "Box"), " (Scan, Mask, Row and 1 more)", ""),
        (("Tensor",), "", ""),  # what the other type is, no entry tells
    ],
)
def test_types_are_named_with_what_makes_them_one(types, words, change):
    assert several_types(group(*types)) == f"`x` has several types{words}"
    assert as_one_type(group(*types)) == change


def test_a_number_in_place_of_a_tensor_becomes_one_where_it_is_stored():
    said = "expected type of 'x' to be a tensor type, ' but found <class 'float'>"
    cure, one = NUMBER_FOR_TENSOR.cure, group("Tensor", texts=[said])
    assert NUMBER_FOR_TENSOR.when(one)
    assert cure(one).note == "make `x` a tensor in all calls"
    text = "def f(group, rate):\n    group['x'] = rate / 2\n    return rate\n"
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)]))
    way = SourceLine("a.py", 3), SourceLine("a.py", 2, text="group['x'] = rate / 2")
    known = group("Tensor", texts=[said], origin=way, run=run)
    assert cure(known) == Cure(
        "group['x'] = torch.tensor(rate / 2)", "instead of a.py:2"
    )


@pytest.mark.parametrize(
    ("kind", "words"),
    [("dict", "give `x` the same keys in all calls"), ("list", ""), ("", "")],
)
def test_only_a_dict_has_keys(kind, words):
    text = f"___check_type_id(L['x'], 7), type=<class '{kind}'>" if kind else "True"
    entry = SimpleNamespace(guards=[read_guard(text)])
    known = SimpleNamespace(
        source="x", first=SimpleNamespace(literal="L['x']"),
        frame=SimpleNamespace(entries=[entry]),
    )  # fmt: skip
    assert with_same_keys(known) == words


@pytest.mark.parametrize(
    ("base", "source", "is_told"),
    [
        ("nn.Module", "self.inner", True),
        ("object", "self.inner", False),
        ("nn.Module", "self.inner.part", False),
    ],
)
def test_wrapped_modules_are_to_be_compiled_instead(base, source, is_told):
    text = f"class A({base}):\n    pass\nclass B({base}):\n    pass\n"
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)]))
    check = "___check_type_id(L['self'].inner, 7), type=<class 'a.{}'>"
    entries = [
        SimpleNamespace(
            guards=list(guards_of_leaves(["TYPE_MATCH: " + check.format(one)]))
        )
        for one in "AB"
    ]
    one = SimpleNamespace(
        source=source, first=SimpleNamespace(literal="L['self'].inner"), run=run,
        frame=SimpleNamespace(entries=entries),
    )  # fmt: skip
    assert bool(as_one_type(one)) is is_told
