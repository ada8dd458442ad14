"""Every effect announces itself here under a name."""
EFFECTS = {}
WINDOWS = {}


def effect(name, strength=1.0):
    def wrap(fn):
        EFFECTS[name] = (fn, strength)
        return fn
    return wrap


def window(name):
    def wrap(fn):
        WINDOWS[name] = fn
        return fn
    return wrap
