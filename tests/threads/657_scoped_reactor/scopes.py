from collections import defaultdict

_serial = 0


def open_scope(name):
    global _serial
    _serial += 1
    return f"{name}#{_serial}"


def base_name(label):
    return label.split("#")[0]


class TermLog:
    """Largest magnitude of every term, collected over the whole run."""

    def __init__(self):
        self.peaks = defaultdict(list)

    def add(self, magnitudes):
        for label, value in magnitudes.items():
            self.peaks[base_name(label)].append(float(value))

    def summary(self):
        return {name: max(values) for name, values in sorted(self.peaks.items())}
