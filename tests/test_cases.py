"""Golden cases: every construct decompiles to the expected text, of quality exact.

A file of `tests/cases` holds cases, each from one ``# case: name`` to the next:

    # case: swap_two
    # python: >=3.10 <3.14     which Pythons it is for (also at the top of a file)
    # scope: module            decompile the module instead of its one function
    def f(a, b): ...
    # output                   only where it differs from the source
    def f(a, b): ...
    # output: <3.12            for some Pythons; the first that fits counts
    # wrong: reason            known to differ still

As a script it prints which cases pass on the running Python; with ``--accept`` it
writes the outputs that it got: ``python tests/test_cases.py [--accept] [PART...]``.
"""

from __future__ import annotations

import re
import sys
import types
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytestmark = pytest.mark.every_python

CASES = Path(__file__).resolve().parent / "cases"
VERSION = sys.version_info[:2]
_CASE = re.compile(r"^# case: (\w+)$")
_OPTION = re.compile(r"^# (python|scope|wrong): (.+)$")
_OUTPUT = re.compile(r"^# output(?:: (.+))?$")
_BOUND = re.compile(r"^(>=|<)(\d+)\.(\d+)$")


def fits(bounds):
    """True if the running Python is within ``>=3.10 <3.14``."""
    for bound in bounds.split():
        sign, major, minor = _BOUND.match(bound).groups()
        at_least = (int(major), int(minor)) <= VERSION
        if at_least != (sign == ">="):
            return False
    return True


@dataclass
class Case:
    path: Path
    name: str
    line: int
    options: dict
    source: list = field(default_factory=list)
    outputs: list = field(default_factory=list)  # (bounds or None, lines)

    @property
    def id(self):
        return f"{self.path.stem}-{self.name}"

    @property
    def text(self):
        return "\n".join(self.source).strip("\n") + "\n"

    @property
    def expected(self):
        for bounds, lines in self.outputs:
            if bounds is None or fits(bounds):
                return "\n".join(lines).strip("\n") + "\n"
        return self.text

    @property
    def applies(self):
        return fits(self.options.get("python", ""))


def read_cases(path):
    """Returns the cases of a file and the options at its top."""
    top, cases = {}, []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        case, option = _CASE.match(line), _OPTION.match(line)
        output = _OUTPUT.match(line)
        if case:
            cases.append(Case(path, case.group(1), number, dict(top)))
        elif option:
            options = cases[-1].options if cases else top
            options[option.group(1)] = option.group(2)
        elif not cases:
            assert not line.strip(), f"{path.name}:{number}: text before a case"
        elif output:
            cases[-1].outputs.append((output.group(1), []))
        elif cases[-1].outputs:
            cases[-1].outputs[-1][1].append(line)
        else:
            cases[-1].source.append(line)
    return cases


ALL_CASES = [case for path in sorted(CASES.glob("*.py")) for case in read_cases(path)]


def code_of(case):
    """Returns the code object that a case is about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        module = compile(case.text, case.path.name, "exec", dont_inherit=True)
    if case.options.get("scope") == "module":
        return module
    codes = [one for one in module.co_consts if isinstance(one, types.CodeType)]
    return [one for one in codes if not one.co_name.startswith("__annotate")][-1]


def normalised(text):
    """The text without empty lines."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def decompiled(case):
    """Returns text and quality for a case on the running Python."""
    from depyf.decompiler import decompile_code

    result = decompile_code(code_of(case))
    return result.source, str(getattr(result.quality, "value", result.quality))


def _params():
    for case in ALL_CASES:
        if not case.applies:
            continue
        marks = []
        if "wrong" in case.options:
            marks = [pytest.mark.xfail(strict=True, reason=case.options["wrong"])]
        yield pytest.param(case, id=case.id, marks=marks)


@pytest.mark.parametrize("case", list(_params()))
def test_a_case_decompiles_to_the_expected_text(case):
    source, quality = decompiled(case)
    assert normalised(source) == normalised(case.expected)
    assert quality == "exact"


def test_no_stray_files_lie_among_the_cases():
    for path in CASES.iterdir():
        if path.name == "__pycache__":
            continue
        assert path.suffix == ".py", path.name
        assert read_cases(path), f"{path.name} holds no case"


def test_names_of_cases_are_unique_per_file():
    names = [(case.id, case.options.get("python")) for case in ALL_CASES]
    assert len(names) == len(set(names))


def test_every_case_compiles_and_is_in_its_own_output_form():
    for case in ALL_CASES:
        if case.applies:
            code_of(case)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                compile(case.expected, case.path.name, "exec", dont_inherit=True)


# -- as a script -------------------------------------------------------------------


def accept(case, source):
    """Replaces the outputs of a case by what it gave."""
    lines = case.path.read_text("utf-8").splitlines()
    end = case.line
    while end < len(lines) and not _CASE.match(lines[end]):
        end += 1
    kept = lines[case.line - 1 : end]
    marks = [number for number, line in enumerate(kept) if _OUTPUT.match(line)]
    kept = kept[: marks[0]] if marks else kept
    while kept and not kept[-1].strip():
        kept.pop()
    if normalised(source) != normalised(case.text):
        kept += ["# output", *source.rstrip("\n").split("\n")]
    tail = ["", ""] if end < len(lines) else []
    lines[case.line - 1 : end] = kept + tail
    case.path.write_text("\n".join(lines) + "\n", "utf-8")


def main(arguments):
    """Prints a table of the cases; returns how many fail."""
    wanted = [one for one in arguments if not one.startswith("-")]
    failed = passed = 0
    # From the end, so that accepting moves no case that is still to come.
    for case in reversed(ALL_CASES):
        if not case.applies or not all(part in case.id for part in wanted):
            continue
        try:
            source, quality = decompiled(case)
        except Exception as error:
            source, quality = "", f"{type(error).__name__}: {error}"
        same = normalised(source) == normalised(case.expected)
        if same and quality == "exact":
            passed += 1
            continue
        failed += 1
        print(f"{case.id:50} {'same text' if same else 'differs':10} {quality}")
        if "-v" in arguments:
            print(source)
        if "--accept" in arguments and source:
            accept(case, source)
    version = ".".join(map(str, VERSION))
    print(f"{version}: {passed} pass, {failed} fail")
    return failed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
