"""The cyclic garbage collector rests while depyf works, where nobody can notice."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from depyf.capture.boundary import FailureBoundary
from depyf.capture.process import paused_collector


@pytest.fixture(autouse=True)
def _switched_on():
    was_on = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if was_on else gc.disable)()


@pytest.fixture
def alone(monkeypatch):
    """One thread, whatever else the test runner has."""
    monkeypatch.setattr("_thread._count", lambda: 0)
    monkeypatch.setattr("threading.main_thread", threading.current_thread)


@pytest.mark.usefixtures("alone")
def test_it_rests_and_goes_on_after_a_failure():
    """Also where a block is in a block."""
    boundary, seen = FailureBoundary(), []

    def inner():
        seen.append(gc.isenabled())
        raise ValueError

    def outer():
        boundary.call("inner", "nothing", inner)
        seen.append(gc.isenabled())

    boundary.call("outer", "nothing", outer)
    assert seen == [False, False]
    assert gc.isenabled()


@pytest.mark.usefixtures("alone")
def test_a_program_that_switched_it_off_keeps_it_off():
    """The switch is the program's."""
    gc.disable()
    with paused_collector():
        assert not gc.isenabled()
    assert not gc.isenabled()


def test_it_is_left_alone_where_another_thread_could_look():
    """A second thread may turn the switch while depyf works."""
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    try:
        with paused_collector():
            assert gc.isenabled()
    finally:
        stop.set()
        other.join()


def test_it_is_left_alone_in_a_thread():
    """The main thread may turn the switch, too."""
    seen = []

    def work():
        with paused_collector():
            seen.append(gc.isenabled())

    other = threading.Thread(target=work)
    other.start()
    other.join()
    assert seen == [True]


@pytest.mark.usefixtures("alone")
def test_an_interrupt_switches_it_on_again():
    """KeyboardInterrupt passes the boundary."""

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        FailureBoundary().call("it", "nothing", interrupted)
    assert gc.isenabled()


@pytest.mark.parametrize("is_enabled", [True, False])
def test_nothing_around_the_call_is_kept(is_enabled):
    """No frame stays behind: what the caller's frames hold is freed without it."""

    class Held:
        pass

    def caller():
        held = Held()
        FailureBoundary().call("testing", "nothing is missing", lambda: None)
        return weakref.ref(held)

    gc.collect()
    thresholds = gc.get_threshold()
    gc.set_threshold(10**6)
    if not is_enabled:
        gc.disable()
    try:
        assert caller()() is None
    finally:
        gc.set_threshold(*thresholds)
