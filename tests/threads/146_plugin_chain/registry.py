import torch

PLUGINS = {}


def register(name, traceable=False):
    """Make a function known to the chain. Plugins which call foreign code
    (soundfile, librosa, ...) must stay out of compiled graphs."""

    def wrap(fn):
        PLUGINS[name] = fn if traceable else torch.compiler.disable(fn)
        return fn

    return wrap


def lookup(name):
    try:
        return PLUGINS[name]
    except KeyError:
        raise SystemExit(f"no plugin {name!r}; known: {sorted(PLUGINS)}")
