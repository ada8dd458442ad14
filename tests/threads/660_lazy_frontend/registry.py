import importlib


def resolve(path):
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


class Plugin:
    """A named processing step, given as 'module:function'."""

    def __init__(self, path, **settings):
        self.path = path
        self.settings = settings
        self.fn = None

    def __call__(self, x):
        if self.fn is None:
            self.fn = resolve(self.path)
        return self.fn(x, **self.settings)

    def __str__(self):
        return self.path.partition(":")[2]


def build_chain(entries):
    return [Plugin(entry["use"], **entry.get("with", {})) for entry in entries]
