from fnmatch import fnmatch

from torch import nn


class RecomputePolicy:
    def __init__(self, patterns=("*LayerPipe",), enabled=True):
        self.patterns = tuple(patterns)
        self.enabled = enabled

    def describe(self):
        return ",".join(self.patterns) if self.enabled else "off"

    def _matches(self, func):
        name = type(func).__name__
        return any(fnmatch(name, pattern) for pattern in self.patterns)

    def is_checkpointable(self, funcs):
        if not self.enabled:
            return False
        modules = [f for f in funcs if isinstance(f, nn.Module)]
        return bool(modules) and all(self._matches(f) for f in modules)
