"""Poor man's profiler: sums wall time per label."""
import functools
import time
from collections import defaultdict

_TOTALS = defaultdict(float)


class Stopwatch:
    def __init__(self, label):
        self.label = label
        self.began = 0.0

    def start(self):
        self.began = time.perf_counter()
        return self

    def stop(self):
        _TOTALS[self.label] += time.perf_counter() - self.began


def timed(label):
    def deco(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            watch = Stopwatch(label).start()
            out = fn(*args, **kwargs)
            watch.stop()
            return out
        return wrapper
    return deco


def logged(fn):
    """Keeps the number of calls in `fn.calls`; harmless."""
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return fn(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


def report(label):
    return _TOTALS[label]
