import functools
import threading
import time


class SpanLog:
    def __init__(self):
        self.local = threading.local()
        self.spans = {}

    def push(self, name):
        if not hasattr(self.local, "stack"):
            self.local.stack = []
        self.local.stack.append((name, time.perf_counter()))
        return len(self.local.stack)

    def pop(self):
        name, start = self.local.stack.pop()
        self.spans.setdefault(name, []).append(time.perf_counter() - start)

    def names(self):
        return sorted(self.spans)


log = SpanLog()


def instrument(func):
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        log.push(func.__qualname__)
        result = func(*args, **kwargs)
        log.pop()
        return result

    return wrapped
