"""What may be in a wheel and an sdist, and what is missed."""

from __future__ import annotations

import pytest

from .contents import BESIDE_THE_CODE, LITTER, problems_of_sdist, problems_of_wheel

PACKAGE = {"depyf/__init__.py", "depyf/py.typed"}
IN_SDIST = {f"src/{name}" for name in PACKAGE} | BESIDE_THE_CODE


def test_a_wheel_holds_the_package_and_what_tells_of_it():
    names = PACKAGE | {"depyf-1.0.0.dist-info/METADATA"}
    assert list(problems_of_wheel(names, PACKAGE)) == []


def test_a_wheel_without_its_marker_or_with_tests_is_wrong():
    names = {"depyf/__init__.py", "tests/__init__.py"}
    assert list(problems_of_wheel(names, PACKAGE)) == [
        "the wheel lacks depyf/py.typed",
        "the wheel holds tests/__init__.py",
    ]


def test_an_sdist_may_hold_tests_but_no_caches():
    assert list(problems_of_sdist(IN_SDIST | {"tests/test_a.py"}, PACKAGE)) == []
    cached = IN_SDIST | {"tests/__pycache__/test_a.cpython-311.pyc"}
    assert len(list(problems_of_sdist(cached, PACKAGE))) == 1


@pytest.mark.parametrize(
    "name",
    [
        "depyf/a.pyc",
        ".mypy_cache/x",
        "src/depyf.egg-info/PKG-INFO",
        ".venv3.8/bin/python",
    ],
)
def test_litter_is_known(name):
    assert LITTER.search(name)


@pytest.mark.parametrize(
    "name", ["depyf/model/build.py", "docs/index.md", ".gitignore"]
)
def test_what_is_no_litter_is_known(name):
    assert not LITTER.search(name)
