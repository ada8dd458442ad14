"""Torch's hint to avoid a method of a plain object is no advice."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.facts import facts_of
from depyf.model.findings import hinted
from depyf.model.findings.hinted import as_hinted, hinted_title, moved_out
from depyf.model.findings.rule import Cure

CALL = SimpleNamespace(file="/home/user/main.py", line=7, text="loss = step(x, when)")
NEXT_TO = "out of the compiled code, next to main.py:7 `loss = step(x, when)`"


def met(hint, reason="Unsupported method call", text="when.replace(day=1)", error=""):
    said = SimpleNamespace(setting=None, hint=hint, error=error, in_loop=False)
    return SimpleNamespace(
        said=said, event=SimpleNamespace(reason=reason, user_stack=(), context=""),
        called_from=[CALL], events=(),
        state="breaks the graph", where=SimpleNamespace(text=text, line=2),
        compilations=(), function="f",
        led_here=None, run=None, is_in_library=False,
        texts=(reason,), tree=lambda: ast.parse(f"def f():\n    {text}"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hint", "reason", "note"),
    [
        (
            "Avoid calling `datetime.replace` in your code.",
            "Unsupported method call",
            f"move the call of `datetime.replace` {NEXT_TO}",
        ),
        (
            "",
            "vectorcall_maybe on C method descriptor",
            f"move this call {NEXT_TO}",
        ),
        (
            "",
            "setattr() on Tensor.requires_grad",
            f"move this call {NEXT_TO.replace('next to', 'before')}",
        ),
        ("see https://docs.google.com/document/d/1 for how to fix", "other", ""),
        (
            "Call `.wait()` first.",
            "other",
            "torch's hint, not tried: Call `.wait()` first",
        ),
    ],
)
def test_what_to_do_instead(hint, reason, note):
    assert as_hinted(met(hint, reason)) == Cure("", note)


@pytest.mark.parametrize(
    ("text", "is_passed"),
    [
        ("day = when.replace(day=1)", True),
        ("return when.replace(day=1)", True),
        ("when.replace(day=1)", False),
        ("with when.replace(day=1): pass", False),
    ],
)
def test_a_result_that_is_kept_is_to_be_passed(text, is_passed):
    hint = "Avoid calling `datetime.replace` in your code."
    note = as_hinted(met(hint, text=text)).note
    assert note.endswith(", and pass its result") == is_passed


def test_a_function_of_torchs_own_code_is_not_named():
    text = "state = copy.copy(self.state)"
    assert moved_out(met("", text=text), "getitem").note.startswith("move this call ")
    named = moved_out(met("", text=text), "copy.copy").note
    assert named.startswith("move the call of `copy.copy` ")


@pytest.mark.parametrize(
    ("setting", "note"),
    [
        (
            "torch._dynamo.config.compiled_autograd = True",
            "a function that is compiled",
        ),
        (
            "torch._dynamo.config.capture_scalar_outputs = True",
            "if compiling then fails",
        ),
    ],
)
def test_a_setting_says_what_else_it_needs(setting, note):
    one = met("")
    one.said.setting = SimpleNamespace(statement=setting)
    assert note in hinted.by_hint(one).note


def test_a_tensor_that_needs_no_gradient_is_created_without():
    reason = "Attempted to use tensor creation function with requires_grad=True"
    one = met("Create the tensor outside the compiled region.", reason)
    assert as_hinted(one).note.startswith("leave out `requires_grad=True` there, if ")
    assert hinted_title(one).endswith("tensor created with `requires_grad=True`")


def test_the_code_under_a_with_moves_with_it():
    text = "with torch.random.fork_rng():\n        x = y"
    note = moved_out(met("", text=text), "fork_rng").note
    assert note.startswith(
        "move the `with` of `fork_rng`, and all code that runs in it, out of"
    )


def test_what_is_the_same_in_a_process_is_asked_for_once():
    assert moved_out(met(""), "os.cpu_count").note == (
        "call `os.cpu_count` once, at the top of the module, and use its result"
    )


def test_the_title_names_the_method():
    hint = "Avoid calling `bytes.replace` in your code."
    assert hinted_title(met(hint)) == "breaks the graph: call of `bytes.replace`"
    assert hinted_title(met("")) == "breaks the graph: code torch cannot capture"


def test_a_deep_copy_is_replaced_by_copies():
    hint = "Avoid calling copy.deepcopy() on tensors inside compiled regions."
    assert as_hinted(met(hint)).note.startswith("make a new object instead of")
    assert hinted_title(met(hint)) == "breaks the graph: `copy.deepcopy` of a tensor"


def test_an_operation_that_fails_only_as_torch_compiles_gets_another_object():
    error = "expected Tensor as element 0 in argument 0, but got tuple"
    one = met("", "TypeError when making fake tensor call", "stack(shapes)", error)
    assert as_hinted(one).note.startswith("an argument there may be another object")
    assert hinted_title(one) == "breaks the graph: failed operation"


def test_a_call_from_two_lines_moves_before_both():
    one = met("")
    one.called_from.append(SimpleNamespace(file=CALL.file, line=9, text=""))
    note = moved_out(one, "tz.now").note
    assert "out of the compiled code, before main.py:7 and main.py:9" in note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("y = interp(x, table)", f"move the call of `interp` {NEXT_TO}, and pass "),
        ("y = np.interp(x, table)", f"move the call of `np.interp` {NEXT_TO}, and "),
        ("y = other(x)", ""),
    ],
)
def test_a_function_that_torch_names_moves_out(text, note):
    found = as_hinted(met("", "cannot trace <function interp at 0x7f>", text)).note
    assert found.startswith(note)
    assert bool(found) is bool(note)
    assert found.endswith("functions of torch") is ("np." in text)


def test_an_object_of_compiled_code_is_created_before():
    one = met("", "Unexpected type in sourceless builder", "goal = self.made().f(x)")
    assert as_hinted(one).note.startswith("create the object that the line uses before")
    assert hinted_title(one) == "breaks the graph: object that it creates"


def test_an_object_that_is_no_tensor_moves_out_wherever_it_comes_from(monkeypatch):
    monkeypatch.setattr(hinted, "is_computed_inside", lambda *_: True)
    one = met("Avoid calling `datetime.replace` in your code.")
    assert as_hinted(one).note.startswith("move the call of `datetime.replace` out")
    assert moved_out(one, "replace").note.startswith("the call of `replace` gets what")
    seeded = moved_out(one, "torch.manual_seed").note  # it takes a number (559)
    assert "gets what compiled code computes" not in seeded


def test_what_a_library_calls_is_no_advice():
    """The hint names `object`, which the standard library creates (538)."""
    hint = "Avoid calling builtin `object` with argument types []."
    own = met(hint, "Failed to trace builtin operator", "pattern = object()")
    assert as_hinted(own).note.endswith(hint.rstrip("."))
    inner = met(hint, "Failed to trace builtin operator", "fnmatch(name, pattern)")
    inner.is_in_library, inner.inner_place = True, "fnmatch.py:80"
    inner.run = SimpleNamespace(compilations=(), facts=facts_of([]))
    inner.name = inner.function
    assert as_hinted(inner).note.startswith("the line is in a library: call it outside")


def test_a_generator_is_left_where_the_graph_breaks_inside_of_it():
    """Torch's own iterator is what changes, not the program's generator (538)."""
    hint = "Remove mutations from the generator."
    note = as_hinted(met(hint, "Generator reconstruction with mutations")).note
    assert note.startswith("cure the graph break inside of this generator first")


def test_torchs_name_of_a_builtin_method_is_not_the_programs():
    """Torch says `type.__new__` where the program calls `str.__new__` (554)."""
    text = "return super().__new__(cls, letters)"
    assert "`" not in moved_out(met("", text=text), "type.__new__").note.split(",")[0]


@pytest.mark.parametrize(
    ("name", "in_loop", "words"),
    [
        ("random.random", True, "its results as one tensor"),  # a constant each (342)
        ("numpy.random.rand", False, "its result as a tensor"),
        ("table.lookup", True, "its results"),
        ("table.lookup", False, "its result"),
    ],
)
def test_numbers_of_a_generator_are_passed_as_a_tensor(name, in_loop, words):
    one = SimpleNamespace(said=SimpleNamespace(in_loop=in_loop))
    assert hinted._result(one, name) == words


@pytest.mark.parametrize(
    ("text", "is_store"),
    [
        ("self._filled.value = min(self._filled.value + n, 4)", True),  # (222)
        ("table[0] += 1", True),
        ("n = self._filled.value", False),
        ("n = self.n = next(steps)", False),
        ("return self._filled.value", False),
    ],
)
def test_a_store_in_an_object_moves_as_a_line(text, is_store):
    one = SimpleNamespace(where=SimpleNamespace(text=text))
    assert hinted._stores_outside(one) is is_store
