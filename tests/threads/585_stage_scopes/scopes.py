import functools
from collections import Counter

CALLS = Counter()


def scoped(fn=None, *, name=None):
    if fn is None:
        return functools.partial(scoped, name=name)
    label = name or fn.__name__

    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)

    inner.label = label
    return inner


def count(stage):
    CALLS[getattr(stage, "label", stage.__name__)] += 1


def describe(stages):
    return " > ".join(getattr(s, "label", s.__name__) for s in stages)


def energy(state, masses, gravity):
    pos, vel = state["pos"], state["vel"]
    kinetic = 0.5 * (masses[:, None] * vel.pow(2)).sum()
    return kinetic + gravity * (masses * pos[:, 1]).sum()
