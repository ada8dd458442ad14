"""The collector rests while depyf works; a lock is one lock in a forked child, too."""

from __future__ import annotations

import gc
import threading
import time
import weakref

import pytest

from depyf.capture.boundary import FailureBoundary
from depyf.capture.process import (
    ForkSafeLock,
    paused_collector,
    paused_for_imports,
)


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


def test_it_rests_beside_the_thread_of_a_progress_bar(monkeypatch):
    """torch has one, from its first trace of a backward on."""
    monitor = pytest.importorskip("tqdm._monitor").TMonitor(object, 1000)
    monkeypatch.setattr("threading._active", {1: threading.current_thread()})
    monkeypatch.setattr("threading.main_thread", threading.current_thread)
    monkeypatch.setattr("_thread._count", lambda: 1)
    try:
        with paused_collector():
            assert gc.isenabled()  # the one thread is another one
        threading._active[monitor.ident] = monitor
        with paused_collector():
            assert not gc.isenabled()
    finally:
        monkeypatch.undo()
        monitor.exit()


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


class _Cycle:
    def __init__(self):
        self.me = self


@pytest.mark.usefixtures("alone")
def test_imports_age_at_once_and_dropped_cycles_do_not():
    """Modules bring no collection of everything nearer; garbage waits for none."""
    gc.collect()
    if gc.get_freeze_count():
        pytest.skip("3.12 freezes objects that live for ever")
    dropped = weakref.ref(_Cycle())
    assert dropped() is not None
    with paused_for_imports():
        assert dropped() is None
        assert not gc.isenabled()
        made = _Cycle()
    assert gc.isenabled()
    assert not gc.get_freeze_count()
    assert not any(each is made for each in gc.get_objects(generation=0))


@pytest.mark.usefixtures("alone")
def test_what_the_program_froze_stays_frozen():
    """Only the program thaws it."""
    gc.freeze()
    try:
        with paused_for_imports():
            pass
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()


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


def test_threads_of_a_child_that_come_at_once_share_one_lock(monkeypatch):
    """Each made a lock of its own, and hooks of one block were left behind."""
    lock, inside, most = ForkSafeLock(), [], []
    with lock:
        pass
    together, asked = threading.Barrier(4), threading.local()

    def getpid():
        if not hasattr(asked, "before"):
            asked.before = True
            together.wait(timeout=30)
        return -1

    def enter():
        with lock:
            inside.append(1)
            time.sleep(0.01)
            most.append(len(inside))
            inside.pop()

    monkeypatch.setattr("os.getpid", getpid)
    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]
