"""What guards ask: one reading of each form, in code and in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depyf.torch_text.guard_forms import question
from depyf.torch_text.questions import Form, GuardKind, Question

KEYS = "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)"
BACKENDS = (
    "BACKEND_MATCH failure: Cached backend: _TorchCompileWrapper(compiler='aot_eager', "
    "dynamic=None) (id=0x7f). New backend: _TorchCompileInductorWrapper (id=0x7e). If "
    "this is unexpected, ..."
)
PARTIAL = (
    'BACKEND_MATCH failure: Cached backend: _TorchCompileWrapper(compiler="'
    "functools.partial(<function f.<locals>.lower at 0x7{}>, passes=('a',))\", "
    'dynamic=None) (id=0x7{}). New backend: _TorchCompileWrapper(compiler="'
    "functools.partial(<function f.<locals>.lower at 0x7{}>, passes=('a',))\", "
    "dynamic=None) (id=0x7e). If this is unexpected, ..."
)


def test_a_partial_as_backend_has_no_address():
    """Two partials alike are the same backend made twice (658)."""
    asks = question(PARTIAL.format("a", "b", "c"))
    assert asks.expected == asks.actual == "functools.partial(lower, passes=('a',))"


@pytest.mark.parametrize(
    ("text", "kind", "fields"),
    [
        ("L['n'] == 3", GuardKind.NUMBER, ("L['n']", "==", "3", "")),
        ("self.rate == -1e-05", GuardKind.NUMBER, ("self.rate", "==", "-1e-05", "")),
        ("L['s'] == 'a == b'", GuardKind.TEXT, ("L['s']", "==", "'a == b'", "")),
        ("L['s'] == 'a in b'", GuardKind.TEXT, ("L['s']", "==", "'a in b'", "")),
        ("L['a'] is not None", GuardKind.NONE, ("L['a']", "is not", "None", "")),
        ("L['a'] is L['b']", GuardKind.ALIAS, ("L['a']", "is", "L['b']", "")),
        ("key is negatives", GuardKind.ALIAS, ("key", "is", "negatives", "")),
        (
            "L['x'].dtype is torch.int8",
            GuardKind.OBJECT,
            ("L['x'].dtype", "is", "torch.int8", ""),
        ),
        ("len(self.h) == 2", GuardKind.LENGTH, ("self.h", "==", "2", "")),
        # torch tells of a dict what its length is not
        ("len(L['d']) != 2", GuardKind.LENGTH, ("L['d']", "==", "2", "")),
        ("2 <= L['n']", GuardKind.CONDITION, ("L['n']", ">=", "2", "")),
        (
            "list(dict.keys(L['d']))[0] == 'a'",
            GuardKind.DICT_KEYS,
            ("L['d']", "==", "'a'", ""),
        ),
        (
            "type(self).calls == 3",
            GuardKind.NUMBER,
            ("type(self).calls", "==", "3", ""),
        ),
        (
            "not ___dict_contains(4, L['d'])",
            GuardKind.KEY,
            ("L['d']", "not in", "4", ""),
        ),
        (
            "hasattr(L['x'], 'a') == False",
            GuardKind.KEY,
            ("L['x']", "not in", "'a'", ""),
        ),
        (
            "Cache line invalidated because type(L['x']) got deallocated",
            GuardKind.TYPE,
            ("L['x']", "", "", ""),
        ),
        (
            "Cache line invalidated because L['x'] got deallocated",
            GuardKind.OBJECT,
            ("L['x']", "", "", ""),
        ),
        ("not hasattr(L['x'], 'a')", GuardKind.KEY, ("L['x']", "not in", "'a'", "")),
        # A name like that of a symbol is none where it is a key or an attribute.
        ("L['s1'] == 3", GuardKind.NUMBER, ("L['s1']", "==", "3", "")),
        (
            "self.inference_mode == True",
            GuardKind.FLAG,
            ("self.inference_mode", "==", "True", ""),
        ),
        (
            "tensor 'x' dtype mismatch. expected Float, actual Double",
            GuardKind.DTYPE,
            ("x", "==", "float32", "float64"),
        ),
        (
            "expected type of 'L['x']' to be a tensor type, ' but found <class 'a.B'>",
            GuardKind.TYPE,
            ("L['x']", "", "", "a.B"),
        ),
        (BACKENDS, GuardKind.BACKEND, ("", "", "aot_eager", "inductor")),
        (
            "Duplicate tensor found where not expected!",
            GuardKind.ALIAS,
            ("", "", "", ""),
        ),
        (
            "not math.isnan(L['best'])",
            GuardKind.CONDITION,
            ("math.isnan(L['best'])", "", "", ""),
        ),
    ],
)
def test_a_guard_is_read(text, kind, fields):
    asks = question(text)
    assert asks.kind == kind
    assert (asks.subject, asks.relation, asks.expected, asks.actual) == fields


def test_all_that_is_asked_of_a_tensor_is_read():
    asks = question(
        f"check_tensor(L['x'], Tensor, {KEYS}, torch.float32, device=0, "
        "requires_grad=True, size=[4, None], stride=[8, 1])"
    )
    tensor = asks.tensor
    assert (asks.form, asks.subject) == (Form.TENSOR, "L['x']")
    assert (tensor.dtype, tensor.device, tensor.requires_grad) == (
        "torch.float32",
        "cpu:0",
        True,
    )
    assert (tensor.size, tensor.stride) == (("4", "None"), ("8", "1"))


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("not L['h']", 0),
        ("len(L['h']) == 3", 3),
        ("L['s'] == {1, 2}", 2),
        ("L['s'] == set()", 0),
        ("len(L['h']) >= 3", None),
        ("L['n'] == 3", None),
    ],
)
def test_the_length_of_a_container(text, length):
    assert question(text).length == length


@given(st.text())
def test_any_text_is_read_and_what_is_unknown_has_no_kind(text):
    assert isinstance(question(text), Question)
    assert question(f"{text} something new").kind in set(GuardKind)


@pytest.mark.parametrize(
    ("text", "subject", "of_type"),
    [
        ("___check_type_id(L['a'], 94808293072000)", "L['a']", True),
        ("___check_obj_id(G['f'].__code__, 5)", "G['f'].__code__", False),
        ("___check_obj_id(type(L['a']).f(1, 2), 5)", "type(L['a']).f(1, 2)", False),
        ("___check_obj_id(L['d']['x, 5)'], 5)", "L['d']['x, 5)']", False),
        ("id(L['a']) == 5", "L['a']", False),
        # one more argument, as a later torch may hand over
        ("___check_type_id(L['a'], 12, 345678)", "L['a']", True),
        ("___check_obj_id(L['a'], 12, 'name')", "L['a']", False),
        ("___check_obj_id(L['a'], 12, weak=True)", "L['a']", False),
    ],
)
def test_an_identity_check_is_read(text, subject, of_type):
    asks = question(text)
    form = Form.SAME_TYPE if of_type else Form.SAME_OBJECT
    assert (asks.subject, asks.form) == (subject, form)


@pytest.mark.parametrize(
    "text",
    [
        "___check_global_state()",
        "___check_type_id(L['a'])",
        "___check_type_id(L['a'], L['b'])",
        "___check_type_id(",
        "id(L['a'])",
        "id(L['a'], 1) == 5",
        "identity(L['a']) == 5",
        "idle == 5",
    ],
)
def test_other_guards_are_no_identity_checks(text):
    assert question(text).form not in {Form.SAME_TYPE, Form.SAME_OBJECT}
