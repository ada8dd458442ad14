"""What a guard that failed asked for, read from torch's words."""

from __future__ import annotations

import pytest

from depyf.model.call_check import asked_of
from depyf.torch_text.guards import read_guard

CASES = [
    # torch's words, what is asked, expected, found
    (
        "tensor 'L['x']' size mismatch at index 1. expected 4, actual 5",
        ("L['x'].size()[1]",),
        "4",
        "5",
    ),
    (
        "tensor 'L['x']' dtype mismatch. expected Float, actual Double. Guard failed "
        "on a parameter, consider using torch._dynamo.config.x = False to allow it.",
        ("L['x'].dtype",),
        "torch.float32",
        "torch.float64",
    ),
    (
        "tensor 'L['x']' requires_grad mismatch. expected requires_grad=1",
        ("L['x'].requires_grad",),
        "True",
        "",
    ),
    (
        "expected type of 'L['x']' to be a tensor type, ' but found <class 'a.B'>",
        ("type(L['x'])",),
        "a tensor",
        "a.B",
    ),
    ("L['n'] == 3", ("L['n']",), "3", ""),
    ("L['n'] == -1.5", ("L['n']",), "-1.5", ""),
    ("L['s'] == 'a == b'", ("L['s']",), "'a == b'", ""),
    ("3 <= L['x'].size()[0]", ("L['x'].size()[0]",), ">= 3", ""),
    ("L['x'].size()[0] != 3", ("L['x'].size()[0]",), "other than 3", ""),
    ("2 <= L['x'].size()[0] <= 9", ("L['x'].size()[0]",), ">= 2 and <= 9", ""),
    ("L['a'] is None", ("L['a']",), "None", ""),
    ("L['a'] is not None", ("L['a']",), "other than None", ""),
    ("not L['a']", ("L['a']",), "nothing in it, or false", ""),
    ("L['a'] is L['b']", ("L['a'] is L['b']",), "True", ""),
    # torch tells of a dict what its length is not
    ("len(L['d']) != 2", ("len(L['d'])",), "2", ""),
    ("len(L['d']) == 2", ("len(L['d'])",), "2", ""),
    ("___dict_contains('k', L['d'])", ("'k' in L['d']",), "True", ""),
    ("not ___dict_contains('k', L['d'])", ("'k' in L['d']",), "False", ""),
    ("set.__contains__(L['s'], 'k')", ("'k' in L['s']",), "True", ""),
    ("KeyError on L['d']['k']", ("L['d']['k']",), "a value", "nothing there"),
    ("KeyError on d['k']", ("'k' in d",), "True", ""),
    ("TYPE_MISMATCH(L['d'])", ("type(L['d'])",), "another type", ""),
    (
        "L['x'].size()[0] == L['y'].size()[0]",
        ("L['x'].size()[0]", "L['y'].size()[0]"),
        "",
        "",
    ),
    ("something new about L['a'].b and G['c']", ("L['a'].b", "G['c']"), "", ""),
    ("something new", (), "", ""),
]


@pytest.mark.parametrize(("guard", "asked", "expected", "found"), CASES)
def test_a_failed_guard_is_read(guard, asked, expected, found):
    assert asked_of(read_guard(guard))[:3] == (asked, expected, found)


def test_a_type_is_told_by_its_name():
    read = asked_of(read_guard("___check_type_id(L['a'], 9412), type=<class 'me.A'>"))
    assert (read.expressions, read.expected) == (("type(L['a'])",), "me.A")


def test_an_object_is_told_by_the_name_of_its_type():
    read = asked_of(read_guard("___check_obj_id(L['a'], 9412), type=<enum 'Colour'>"))
    assert read.expressions == ("L['a']",)
    assert read.expected.endswith("(of type Colour)")


def test_what_is_no_question_of_python_has_a_subject():
    read = asked_of(
        read_guard(
            "tensor 'L['x']' dispatch key set mismatch. expected A(B, C), actual A(B)"
        )
    )
    assert (read.subject, read.expected, read.found) == (
        "dispatch key set of L['x']",
        "A(B, C)",
        "A(B)",
    )
