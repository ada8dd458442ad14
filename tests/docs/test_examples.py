"""Every example of the README and the docs runs, and every link leads somewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs import translations
from tests.docs.shown.marks import without_bodies
from tests.docs.shown.runs import PROGRAMS
from tests.warm import run_python

ROOT = Path(__file__).resolve().parents[2]
MADE_WITH_THE_SITE = [ROOT / "docs" / "_build", ROOT / "docs" / "gallery" / "models"]
PAGES = [
    ROOT / "README.md",
    *(
        path
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if not any(folder in path.parents for folder in MADE_WITH_THE_SITE)
    ),
]
# A translation holds the code of its source, which a test of its own compares.
ORIGINALS = [page for page in PAGES if page not in translations.pages()]
FENCE = re.compile(r"^```(\S+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def written(page):
    """What an author wrote: what a page shows of runs is no example."""
    return without_bodies(page.read_text(encoding="utf-8"))


def examples():
    for page in ORIGINALS:
        text = written(page)
        for number, match in enumerate(FENCE.finditer(text)):
            language, options, code = match.groups()
            if language == "python" and "notest" not in options:
                marks = [pytest.mark.torch] if "import torch" in code else []
                name = f"{page.stem}-{number}"
                yield pytest.param(code, id=name, marks=marks)


@pytest.mark.parametrize("code", list(examples()))
def test_example_runs(code, tmp_path):
    script = tmp_path / "program.py"
    script.write_text(code, encoding="utf-8")
    done = run_python([str(script)], cwd=tmp_path, fresh="torch" not in code)
    assert done.returncode == 0, done.stderr
    if "prepare_debug" in code:
        assert (tmp_path / "depyf_debug_dir" / "index.md").is_file()


@pytest.mark.parametrize(
    "page", sorted({*PAGES, *ROOT.glob("*.md")}), ids=lambda page: page.name
)
def test_links_lead_to_files(page):
    prose = FENCE.sub("", written(page))
    targets = LINK.findall(prose)
    missing = [t for t in targets if not is_there((page.parent / t).resolve())]
    assert not missing


def is_there(path):
    """Whether a file is there, or what the site makes it of."""
    if path.parent == MADE_WITH_THE_SITE[1]:
        path = ROOT / "gallery" / "dumps" / f"{path.stem}.tar.xz"
    return path.exists()


def test_every_error_has_its_section():
    from depyf import errors

    text = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^## (\S+)$", text, re.MULTILINE))
    classes = [getattr(errors, name) for name in errors.__all__]
    assert {c.slug for c in classes} <= sections


WITHOUT_TORCH = {"decompile", "doctor"}
COMMAND = re.compile(r"^(?:\$ )?(depyf [^\n]*?)(?: {2,}[^\n]*)?$", re.MULTILINE)
# Stand for whatever a reader has.
SAMPLES = {
    "program.py": "print(1)\n",
    "script.py": "def name(x):\n    return x\n",
}


def commands():
    """Yield the commands of fenced blocks that hold nothing to be filled in."""
    for page in ORIGINALS:
        for match in FENCE.finditer(written(page)):
            if match[1] in {"text", "console"}:
                for found in COMMAND.finditer(match[3]):
                    needs_torch = found[1].split()[1] not in WITHOUT_TORCH
                    marks = [pytest.mark.torch] if needs_torch else []
                    if "examples/ranker.py" in found[1]:
                        marks.append(pytest.mark.rare(reason="compiles a large model"))
                    named = re.search(
                        r"\b(?:DIR|FOLDER|ARGUMENTS|logs|FILE)\b", found[1]
                    )
                    if not named and not re.search(r"\.pyc\b", found[1]):
                        yield pytest.param(
                            found[1], id=f"{page.stem}: {found[1]}", marks=marks
                        )


@pytest.mark.parametrize("command", list(commands()))
def test_command_runs(command, tmp_path):
    for name, text in SAMPLES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for program in PROGRAMS.rglob("*.py"):
        shutil.copy(program, tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    words = command.split()
    fresh = words[1] in WITHOUT_TORCH
    done = run_python(["-m", *words], cwd=tmp_path, fresh=fresh)
    assert done.returncode == 0, done.stderr
