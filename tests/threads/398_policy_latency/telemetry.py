import functools
import sys
import time
from collections import defaultdict


class Telemetry:
    def __init__(self):
        self.samples = defaultdict(list)

    def timed(self, stage):
        def wrap(fn):
            @functools.wraps(fn)
            def inner(*args, **kwargs):
                start = time.perf_counter()
                result = fn(*args, **kwargs)
                self.samples[stage].append(time.perf_counter() - start)
                return result

            return inner

        return wrap

    def report(self, stream=sys.stderr):
        for stage, values in self.samples.items():
            print(f"{stage}: {1e3 * sum(values) / len(values):.2f} ms", file=stream)


telemetry = Telemetry()
