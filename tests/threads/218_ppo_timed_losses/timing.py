import functools
import time
from collections import defaultdict


class timeit:
    _registry = defaultdict(lambda: [0, 0.0])

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        self.start = time.perf_counter()

    def __exit__(self, *exc):
        entry = self._registry[self.name]
        entry[0] += 1
        entry[1] += time.perf_counter() - self.start

    def __call__(self, fn):
        @functools.wraps(fn)
        def timed(*args, **kwargs):
            with timeit(self.name):
                return fn(*args, **kwargs)

        return timed

    @classmethod
    def report(cls):
        return {name: f"{n} x {1e3 * total / n:.2f} ms" for name, (n, total) in cls._registry.items()}
