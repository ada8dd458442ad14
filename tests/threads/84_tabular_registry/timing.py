import functools
import time
from collections import Counter

SECONDS = Counter()


def timed(label, fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        start = time.perf_counter()
        result = fn(*args, **kwargs)
        SECONDS[label] += time.perf_counter() - start
        return result

    return inner
