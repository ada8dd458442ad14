"""Examples in docstrings do what they show."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import depyf

PACKAGES = sorted(
    one.name
    for one in pkgutil.iter_modules(depyf.__path__, "depyf.")
    if not one.name.endswith("__main__")
)


def modules_of(package):
    """Return a package's modules, without those that this Python has no torch for."""
    names = [package]
    found = importlib.util.find_spec(package)
    if found is not None and found.submodule_search_locations is not None:
        inner = pkgutil.walk_packages(found.submodule_search_locations, f"{package}.")
        names += [one.name for one in inner]
    for name in names:
        try:
            yield importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != "torch":
                raise


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_in_docstrings_hold(package):
    results = {one.__name__: doctest.testmod(one) for one in modules_of(package)}
    assert {name for name, one in results.items() if one.failed} == set()
    if package == "depyf.model":
        assert sum(one.attempted for one in results.values()) > 20
