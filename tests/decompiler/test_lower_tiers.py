"""Each tier alone has a validated text for what compilers write."""

from __future__ import annotations

import importlib.util
import sys
import types
import warnings
from pathlib import Path

import pytest

from depyf.decompiler import Quality, attempts, decompile_code, tiers
from depyf.decompiler.tiers import TIERS
from tests.test_cases import ALL_CASES, code_of

# What a state machine cannot say: the clauses of `except*`, and class bodies that
# branch, where its variables would become attributes. And what it could but does not
# yet: the value of a chained comparison that is the last operand of an `or`.
NO_STATE_MACHINE = (
    "star_handlers",
    "s29_exception_groups",
    "class_with_control_flow",
    "class_ends_with_if",
    "annotations_in_order",
    "values_that_nobody_uses",
    "chains_one_of_which_holds",
)
STATE_MACHINE = [quality for quality, _ in TIERS].index("dispatch")

# Many handlers, contexts, generators and coroutines, and values in long expressions.
MODULES = "contextlib tempfile"
MORE_MODULES = "asyncio.tasks asyncio.streams zipfile http.client logging tarfile"
NAMES = [
    *MODULES.split(),
    *(
        pytest.param(name, marks=pytest.mark.slow(reason="thousands of functions"))
        for name in MORE_MODULES.split()
    ),
]


@pytest.fixture
def only_state_machines(monkeypatch):
    monkeypatch.setattr(tiers, "TIERS", TIERS[STATE_MACHINE : STATE_MACHINE + 1])
    monkeypatch.setattr(attempts, "RAISE_INTERNAL_ERRORS", True)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.id)
        for case in ALL_CASES
        if case.applies
        and case.options.get("scope") != "module"
        and not case.name.startswith(NO_STATE_MACHINE)
    ],
)
def test_a_golden_case_has_a_state_machine(case, only_state_machines):
    result = decompile_code(code_of(case))
    assert result.quality is Quality.DISPATCH, result.diagnostics


def functions_of(code):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_flags & 1 and not constant.co_name.startswith("<"):
                yield constant
            yield from functions_of(constant)


def functions_in(name):
    path = Path(importlib.util.find_spec(name).origin)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(functions_of(compile(path.read_bytes(), str(path), "exec")))


@pytest.mark.parametrize("name", NAMES)
def test_library_functions_have_state_machines(name, only_state_machines):
    found = functions_in(name)
    assert found
    for code in found:
        result = decompile_code(code)
        assert result.quality is Quality.DISPATCH, (code.co_name, result.diagnostics)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_inside_of_depyf_fails_on_library_functions(name, monkeypatch):
    monkeypatch.setattr(attempts, "RAISE_INTERNAL_ERRORS", True)
    for code in functions_in(name):
        assert decompile_code(code).quality is not Quality.LISTING, code.co_name


def test_nothing_inside_of_depyf_fails_on_golden_cases(monkeypatch):
    monkeypatch.setattr(attempts, "RAISE_INTERNAL_ERRORS", True)
    for case in ALL_CASES:
        if case.applies:
            decompile_code(code_of(case))


def test_the_second_state_machine_serves_where_values_stay_apart(monkeypatch):
    monkeypatch.setattr(tiers, "TIERS", TIERS[STATE_MACHINE + 1 :])
    monkeypatch.setattr(attempts, "RAISE_INTERNAL_ERRORS", True)
    for code in functions_in("contextlib"):
        result = decompile_code(code)
        assert result.quality is Quality.DISPATCH, (code.co_name, result.diagnostics)


# -- state machines do what the code does ------------------------------------------


class Recorder:
    """A context manager and iterable that notes what is done with it."""

    def __init__(self, swallows=False, fails=()):
        self.log = []
        self.swallows = swallows
        self.fails = set(fails)

    def __enter__(self):
        self.log.append("enter")
        return self

    def __exit__(self, kind, error, trace):
        self.log.append(("exit", kind, error is not None, trace is not None))
        return self.swallows

    def __call__(self, what):
        self.log.append((what, sys.exc_info()[0]))
        if what in self.fails:
            raise KeyError(what)
        return what


def handlers(r):
    for i in range(4):
        try:
            with r as x:
                if i == 1:
                    continue
                x(i)
        except KeyError as error:
            r(("caught", error.args))
            try:
                r("inner")
            except KeyError:
                r("inner caught")
                if i == 2:
                    raise
            finally:
                r("finally")
        else:
            r(("else", i))
    return i


def generator(r):
    try:
        got = yield r("first")
        while got:
            try:
                got = yield from [r(got), 2]
            except KeyError:
                got = yield "handled"
    finally:
        r("closed")


def machine_of(function, monkeypatch):
    monkeypatch.setattr(tiers, "TIERS", TIERS[STATE_MACHINE : STATE_MACHINE + 1])
    result = decompile_code(function)
    assert result.quality is Quality.DISPATCH, result.diagnostics
    assert "while" in result.source
    namespace = {**function.__globals__, **result.globals}
    exec(compile(result.source, "<machine>", "exec"), namespace)
    return namespace[function.__name__]


def outcome(function, recorder):
    try:
        answer = function(recorder)
    except Exception as error:
        context = error.__context__
        answer = (type(error), error.args, type(context), error.__cause__)
    return answer, recorder.log


FAILURES = [(), (0,), (2,), ("inner",), (2, "inner"), (3, "inner caught"), ("finally",)]


@pytest.mark.parametrize("fails", FAILURES, ids=str)
@pytest.mark.parametrize("swallows", [False, True])
def test_handlers_of_a_state_machine_see_the_same(fails, swallows, monkeypatch):
    machine = machine_of(handlers, monkeypatch)
    expected = outcome(handlers, Recorder(swallows, fails))
    assert outcome(machine, Recorder(swallows, fails)) == expected


@pytest.mark.parametrize("fails", [(), ("a",), ("first",), ("closed",)], ids=str)
def test_a_generator_that_is_a_state_machine_gives_the_same(fails, monkeypatch):
    machine = machine_of(generator, monkeypatch)

    def run(function):
        def drive(recorder):
            values = []
            steps = function(recorder)
            values.append(next(steps))
            try:
                values += [steps.send(value) for value in ("a", None, "b", 0)]
            except StopIteration as stop:
                values.append(stop.value)
            steps.close()
            return values

        return outcome(drive, Recorder(fails=fails))

    assert run(machine) == run(generator)
