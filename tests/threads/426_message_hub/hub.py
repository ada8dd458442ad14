import threading
from collections import OrderedDict, deque

_lock = threading.RLock()


class HistoryBuffer:
    def __init__(self, window=20):
        self.values = deque(maxlen=window)

    def update(self, value):
        self.values.append(value)

    def mean(self, window):
        tail = list(self.values)[-window:]
        return float(sum(tail)) / len(tail)


class MessageHub:
    _instances = OrderedDict()

    def __init__(self, name):
        self.name = name
        self.scalars = OrderedDict()
        self.info = OrderedDict(iter=0, epoch=0)

    @classmethod
    def get_instance(cls, name):
        with _lock:
            if name not in cls._instances:
                cls._instances[name] = cls(name)
            return cls._instances[name]

    @classmethod
    def current(cls):
        _lock.acquire()
        hub = next(reversed(cls._instances.values()))
        _lock.release()
        return hub

    def update_scalar(self, key, value):
        self.scalars.setdefault(key, HistoryBuffer()).update(float(value))

    def get_info(self, key):
        return self.info[key]

    def update_info(self, key, value):
        self.info[key] = value
