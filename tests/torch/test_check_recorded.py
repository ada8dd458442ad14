"""What `depyf.check` says in a block stands in the dump, and harms nothing."""

from __future__ import annotations

import json

import pytest

from tests.page import page_data

from .conftest import program_runner, torch_writes

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(
        not torch_writes("torch._dynamo.guards", "check_verbose"),
        reason="guards of this torch cannot be asked",
    ),
]

PROGRAM = """
import json
import torch
import depyf

def scaled(x, n):
    return x * n

def never(x):
    return x + 1

compiled = torch.compile(scaled, backend="eager", dynamic=False)
x = torch.ones(8)
said = []

def ask(*args):
    said.append(str(depyf.check(compiled, *args)))

with depyf.prepare_debug("dump"):
    ask(x, 2)
    compiled(x, 2)
    for _ in range(3):
        depyf.check(compiled, x, 2)  # again
    depyf.check(compiled, torch.ones(4), 2)
    depyf.check(compiled, x.double(), 2)
    depyf.check(compiled, x, 3)
    said.append(str(depyf.check(never, x)))
    try:
        depyf.check(compiled)
    except TypeError as error:
        said.append(type(error).__name__)
depyf.check(compiled, torch.ones(2), 2)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def dumped(tmp_path_factory):
    """The dump of the program, once."""
    return program_runner(tmp_path_factory.mktemp("checked"))(PROGRAM)


def checks(dumped):
    (frame,) = json.loads(dumped.read("summary.json"))["frames"]
    return frame["checks"]


def line(dumped, text):
    program = (dumped.directory / "program.py").read_text(encoding="utf-8")
    lines = program.splitlines()
    return next(n for n, one in enumerate(lines, 1) if text in one)


def test_each_answer_is_told_with_the_line_that_asked(dumped):
    asked = [(one["outcome"], one["asked_at"]["line"]) for one in checks(dumped)]
    assert asked == [
        ("compile", line(dumped, "said.append(str(depyf.check(compiled")),
        ("hit", line(dumped, "# again")),
        ("compile", line(dumped, "torch.ones(4)")),
        ("compile", line(dumped, "x.double()")),
        ("compile", line(dumped, "compiled, x, 3")),
    ]


def test_equal_answers_are_written_once_and_counted(dumped):
    assert [one["times"] for one in checks(dumped)] == [1, 3, 1, 1, 1]
    journal = dumped.read("journal.jsonl").splitlines()
    told = [json.loads(one) for one in journal if '"call_checked"' in one]
    assert len([one for one in told if one["outcome"] == "hit"]) == 2


def test_a_hit_names_the_entry_that_is_in_the_dump(dumped):
    hit = checks(dumped)[1]
    assert hit["entry"] == {"name": "entry 0", "id": "0/0", "compilation": 0}
    assert "misses" not in hit


def test_what_refuses_is_told_with_values_and_line(dumped):
    misses = [one["misses"][0] for one in checks(dumped)[2:]]
    assert [(m["asked"], m["expected"], m["found"]) for m in misses] == [
        ("x.size()[0]", "8", "4"),
        ("x.dtype", "torch.float32", "torch.float64"),
        ("n", "2", "3"),
    ]
    program = str(dumped.directory / "program.py")
    at = line(dumped, "return x * n")
    lines = [(m["user_line"]["file"], m["user_line"]["line"]) for m in misses]
    assert lines == [(program, at)] * 3
    assert all(m["advice"] for m in misses)


def test_a_function_that_was_never_compiled_has_a_place_of_its_own(dumped):
    (check,) = json.loads(dumped.read("summary.json"))["checks"]
    assert check["function"].startswith("never (program.py:")
    assert check["words"] == "would compile: nothing is compiled yet"
    index = dumped.read("index.md")
    assert "`depyf.check` of never" in index.partition("## Checked functions")[2]


def test_the_index_tells_in_a_few_lines_what_no_entry_fits(dumped):
    index = dumped.read("index.md").partition("## Checked functions")[0]
    own = [one for one in index.splitlines() if "depyf.check" in one]
    assert len(own) == 4
    assert own[0].endswith(
        "would compile again: entry 0 does not fit: `x.size()[0]` is 4, expected 8 "
        f"(program.py:{line(dumped, 'return x * n')})"
    )
    assert own[-1] == "- 2 more answers of `depyf.check`, in summary.json"


def test_the_page_knows_the_conditions_that_fail(dumped):
    data = page_data(dumped.read("index.html"))
    (entry,) = data["details"]["f0"]["compilations"]
    failing = [(one["check"], one["title"], one["text"]) for one in entry["failing"]]
    assert [one[:2] for one in failing] == [
        (2, "inputs"),
        (3, "inputs"),
        (4, "Python values"),
    ]
    groups = {one["title"]: one["own"] for one in entry["guard_groups"]}
    assert all(text in groups[title] for _, title, text in failing)
    assert failing[2][2].startswith("n == 2")


def test_answers_are_what_they_are_without_a_block(dumped, run_program):
    without = PROGRAM.replace('with depyf.prepare_debug("dump"):', "if True:")
    alone = run_program(without)
    # The file that an entry was dumped to is named where there is one.
    file = ", __transformed_code_0_for_scaled.py"
    assert [one.replace(file, "") for one in dumped.told] == alone.told
    assert dumped.told[-1] == "TypeError"
    assert not (alone.directory / "dump").exists()


def test_an_answer_that_cannot_be_noted_is_given_all_the_same(run_program):
    broken = """
    import depyf.capture.call_check

    def note(self, code, check):
        raise RuntimeError("no room")

    depyf.capture.call_check.CheckLog.note = note
    """.replace("\n    ", "\n")
    done = run_program(PROGRAM.replace("said = []", f"said = []\n{broken}"))
    assert "nothing is compiled yet" in done.told[0]
    assert done.told[-1] == "TypeError"
    failures = json.loads(done.read("summary.json"))["failures"]
    assert {one["where"] for one in failures} == {"noting an answer of depyf.check"}
    assert "checks" not in json.loads(done.read("summary.json"))["frames"][0]
