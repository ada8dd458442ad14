"""The files around the code agree with one another and with what is there."""

from __future__ import annotations

import re

import pytest

import depyf

from .source_tree import ROOT

if not (ROOT / ".github").is_dir():
    pytest.skip("no checkout of the repository", allow_module_level=True)


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def listed(pattern, text):
    """The quoted items of the list behind a pattern."""
    return re.findall(r"[\w./-]+", re.search(pattern, text, re.DOTALL).group(1))


WORKFLOW = text_of(".github/workflows/ci.yml")
PROJECT = text_of("pyproject.toml")


def supported():
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)


def test_every_list_of_pythons_is_that_of_the_project():
    assert listed(r"\n        python: \[(.*?)\]", WORKFLOW) == supported()
    assert listed(r"\nsupported=\((.*?)\)", text_of(".ci/run")) == supported()
    first, last = re.search(
        r'f"3\.\{minor\}" for minor in range\((\d+), (\d+)\)', text_of("noxfile.py")
    ).groups()
    assert [f"3.{minor}" for minor in range(int(first), int(last))] == supported()


def test_the_workflow_calls_sessions_and_goals_that_exist():
    noxfile, makefile = text_of("noxfile.py"), text_of("Makefile")
    for session in listed(r"\n        session: \[(.*?)\]", WORKFLOW):
        assert f"\ndef {session}(session" in noxfile
    for goal in re.findall(r"run: make ([\w-]+)", WORKFLOW):
        assert f"\n{goal}:" in makefile


def test_what_the_linters_leave_out_is_there():
    excluded = listed(r"\nextend-exclude = \[(.*?)\n\]", PROJECT)
    assert [name for name in excluded if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", ["capture.yml", "decompiled.yml"])
def test_forms_ask_for_the_bundle(name):
    assert "depyf doctor --bundle report.zip" in text_of(
        f".github/ISSUE_TEMPLATE/{name}"
    )


def test_the_hooks_run_what_make_lint_runs():
    makefile = text_of("Makefile")
    hooks = re.findall(
        r"entry: python -m (\w+ ?[a-z]*)", text_of(".pre-commit-config.yaml")
    )
    assert [hook.strip() for hook in hooks] == ["ruff format", "ruff check", "mypy"]
    assert all(f"$(BIN)/{hook.strip()}" in makefile for hook in hooks)


def test_the_citation_and_the_changelog_name_this_version():
    assert f"\nversion: {depyf.__version__}\n" in text_of("CITATION.cff")
    assert f"\n## [{depyf.__version__}]" in text_of("CHANGELOG.md")
