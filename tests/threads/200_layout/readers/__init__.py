"""Pluggable stages of the page reader. `stages("a", "b")` gives them in order."""
import functools

import torch

_STAGES = {}


def register(name, traced=False):
    """Add a stage. Stages that are not safe to trace are kept out of the compiler."""
    def wrap(fn):
        @functools.wraps(fn)
        def call(boxes, page, **options):
            return fn(boxes, page, **options)
        _STAGES[name] = call if traced else torch.compiler.disable(call)
        return fn
    return wrap


def stages(*names):
    from . import columns, marks  # noqa: F401  (they register themselves)
    return [(n, _STAGES[n]) for n in names]
