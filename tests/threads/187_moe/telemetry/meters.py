import threading

registry = {}
_registry_lock = threading.Lock()


class Meter:
    """Running mean of a scalar tensor."""

    def __init__(self):
        self._lock = threading.RLock()
        self.total = 0.0
        self.n = 0

    def add(self, value):
        with self._lock:
            self.total = self.total + value.detach()
            self.n += 1

    def mean(self):
        with self._lock:
            return float(self.total) / max(self.n, 1)


def meter(name):
    with _registry_lock:
        if name not in registry:
            registry[name] = Meter()
        return registry[name]
