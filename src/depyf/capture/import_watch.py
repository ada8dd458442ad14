"""Act right after a module is imported, without importing it."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType


def when_imported(
    name: str, action: Callable[[], object], *, inside: tuple[str, ...] = ()
) -> Callable[[], object]:
    """Call `action` once the module `name` is there: now, or right after its import.

    Args:
        name: of the module.
        action: what to do, once.
        inside: modules that import `name` in their own middle, when the action cannot
            run yet.  It waits for their end.

    Returns:
        A function that stops waiting.
    """
    if name in sys.modules:
        action()
        return lambda: None
    watch = _ImportWatch((name, *inside), action)
    sys.meta_path.insert(0, watch)
    return watch.stop


class _ImportWatch(importlib.abc.MetaPathFinder):
    """Finds some modules as the others do, and acts when the first has been executed.

    If it is imported in the middle of another one of them, when that one has been.

    Args:
        names: of the modules.
        action: what to do, once.
    """

    def __init__(self, names: tuple[str, ...], action: Callable[[], object]) -> None:
        self.name = names[0]
        self.action = action
        self.waiting = set(names)
        self.going_on = 0

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """Finds a watched module with a loader that tells when it is done."""
        del path, target
        if fullname not in self.waiting:
            return None
        self.waiting.remove(fullname)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _TellingLoader(spec.loader, self)
        return spec

    def ended(self) -> None:
        """Acts if nothing that is watched is still being imported."""
        if self.going_on == 0 and self.name not in self.waiting and self.stop():
            self.action()

    def stop(self) -> bool:
        """Stop waiting; False if that has happened before."""
        with suppress(ValueError):
            sys.meta_path.remove(self)
            return True
        return False


class _TellingLoader(importlib.abc.Loader):
    """Does as the real loader does, and tells when the module has been executed."""

    def __init__(self, loader: Loader, watch: _ImportWatch) -> None:
        self.loader = loader
        self.watch = watch

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As the real loader does."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Executes the module by its real loader, then tells."""
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.watch.going_on += 1
        try:
            self.loader.exec_module(module)
        finally:
            self.watch.going_on -= 1
        # The import system binds the name in the parent only after this returns.
        parent, _, child = module.__name__.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
        self.watch.ended()
