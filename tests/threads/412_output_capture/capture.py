from contextlib import contextmanager
from contextvars import ContextVar

_active = ContextVar("active_capture", default=None)


class Capture:
    def __init__(self, names):
        self.tensors = {name: [] for name in names}

    def __getitem__(self, name):
        return tuple(self.tensors[name])


@contextmanager
def capture_outputs(*names):
    capture = Capture(names)
    token = _active.set(capture)
    try:
        yield capture
    finally:
        _active.reset(token)


def record(name, tensor):
    capture = _active.get()
    if capture is not None and name in capture.tensors:
        capture.tensors[name].append(tensor)
