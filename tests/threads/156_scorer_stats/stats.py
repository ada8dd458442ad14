import threading
from collections import Counter
from contextlib import contextmanager


class Stats:
    """Counts which several threads may write."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = Counter()
        self.depth = 0

    def add(self, name, n):
        with self.lock:
            self.counts[name] += n

    @contextmanager
    def request(self):
        self.depth += 1
        try:
            yield self
        finally:
            self.depth -= 1

    def line(self):
        with self.lock:
            return "  ".join(f"{k}={v}" for k, v in sorted(self.counts.items()))


STATS = Stats()
