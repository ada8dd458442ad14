"""Where a failure inside depyf ends, and what is none of depyf's failures."""

from __future__ import annotations

import enum
import signal
from functools import partial

import pytest

from depyf import decompiler
from depyf.capture.boundary import FailureBoundary
from depyf.decompiler import attempts


class TimeIsUpError(Exception):
    pass


def handler(_number, _frame):
    raise TimeIsUpError


class Handlers:
    def method(self, number, frame):
        handler(number, frame)

    def __call__(self, number, frame):
        handler(number, frame)


HANDLERS = [handler, Handlers().method, Handlers(), partial(handler)]


@pytest.mark.parametrize("installed", HANDLERS)
def test_what_a_signal_handler_raises_reaches_the_program(installed):
    before = signal.signal(signal.SIGTERM, installed)
    boundary = FailureBoundary()
    try:
        with pytest.raises(TimeIsUpError):
            boundary.call(
                "working", "nothing", lambda: signal.raise_signal(signal.SIGTERM)
            )
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not boundary.counts


def test_a_signal_while_decompiling_is_no_failure_of_an_attempt(monkeypatch):
    def interrupted(*_args):
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(attempts, "write", interrupted)
    before = signal.signal(signal.SIGTERM, handler)
    try:
        with pytest.raises(TimeIsUpError):
            decompiler.decompile_code(handler)
    finally:
        signal.signal(signal.SIGTERM, before)


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize("work", [lambda: 1 / 0, lambda: Colour(2)])
def test_a_failure_of_its_own_ends_here(work):
    boundary = FailureBoundary()
    assert boundary.call("working", "nothing", work) is None
    assert boundary.counts == {"working": 1}


def test_a_failure_is_counted_each_time_and_told_once(capsys):
    told = []
    boundary = FailureBoundary(told.append)

    def fails(error):
        raise error

    for error in [KeyError("x"), KeyError("x"), IndexError("y")]:
        boundary.call("working", "nothing is shown", partial(fails, error))
    assert boundary.counts == {"working": 3}
    assert len(told) == 3
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" (")[0] for line in lines] == [
        "depyf: working failed: KeyError: 'x'",
        "depyf: working failed: IndexError: y",
    ]
