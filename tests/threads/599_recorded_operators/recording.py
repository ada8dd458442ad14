"""Optional recording of intermediate fields of an operator."""
import functools
import itertools

_RECORDERS = {}
_SERIAL = itertools.count()


def enable_recording(module, *names):
    module.record_key = f"{type(module).__name__}-{next(_SERIAL)}"
    _RECORDERS[module.record_key] = tuple(names)
    return module


def recording_names(module):
    return _RECORDERS.get(module.record_key, ())


def recordable(forward):
    @functools.wraps(forward)
    def wrapper(self, field):
        wanted = recording_names(self)
        out, parts = forward(self, field)
        kept = {name: parts[name].square().mean() for name in wanted if name in parts}
        return out, kept

    return wrapper


def summarize(records):
    total = {}
    for kept in records:
        for name, value in kept.items():
            total[name] = total.get(name, 0.0) + value.item()
    return total
