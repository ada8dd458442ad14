"""Where does the time go?"""
import functools
import time

SPANS = {}


def timed(fn):
    @functools.wraps(fn)
    def inner(*args, **kw):
        t0 = time.perf_counter()
        out = fn(*args, **kw)
        SPANS.setdefault(fn.__name__, []).append(time.perf_counter() - t0)
        return out

    return inner


def named(label):
    def wrap(fn):
        fn.label = label
        return fn

    return wrap


def report():
    return {k: len(v) for k, v in sorted(SPANS.items()) if k != "perceive"}
