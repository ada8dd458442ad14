from .stats import stopwatch

_effects = {}


def effect(name, timed=False):
    """Register a function (x, rate) -> y under a name."""
    def wrap(fn):
        _effects[name] = stopwatch(fn) if timed else fn
        return _effects[name]
    return wrap


def get(name):
    return _effects[name]
