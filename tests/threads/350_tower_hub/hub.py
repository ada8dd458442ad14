import threading


class MetricHub:
    """Latest and smoothed values of all metrics; a reporter may read at any time."""

    def __init__(self, decay=0.9):
        self.decay = decay
        self.latest = {}
        self.smooth = {}
        self.guard = threading.RLock()

    def publish(self, name, value):
        value = value.detach()
        with self.guard:
            self.latest[name] = value
            if name in self.smooth:
                value = self.smooth[name].lerp(value, 1 - self.decay)
            self.smooth[name] = value

    def report(self):
        with self.guard:
            return {k: (float(self.latest[k]), float(self.smooth[k])) for k in sorted(self.latest)}
