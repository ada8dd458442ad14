"""@accelerated: compile the function as one graph, or say so and run it as it is."""
import functools

import torch

_STATE = {}


def accelerated(name, backend="aot_eager"):
    def wrap(fn):
        fast = torch.compile(fn, backend=backend, fullgraph=True)
        _STATE[name] = "untried"

        @functools.wraps(fn)
        def inner(*args):
            if _STATE[name] != "eager":
                try:
                    out = fast(*args)
                    _STATE[name] = "compiled"
                    return out
                except Exception as e:
                    print("could not compile", name, "-", type(e).__name__)
                    _STATE[name] = "eager"
            return fn(*args)
        return inner
    return wrap


def status():
    return sorted(_STATE.items())
