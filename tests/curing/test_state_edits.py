"""Edits where a guard on a setting of torch fails: set back, or called outside."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.state_edits import moved_out, not_set, restored
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind


def case(folder, source, kind=GuardKind.SETTING, guards=(), setting=""):
    """Return recompiles for a setting, called at the line that holds a mark."""
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    marked = [n for n, one in enumerate(source.split("\n"), 1) if "# here" in one]
    line = SourceLine(str(file), marked[0], "", "") if marked else None
    told = [SimpleNamespace(text=one) for one in guards]
    entry = SimpleNamespace(guards=told, stack=())
    group = SimpleNamespace(
        called_at=line,
        first=SimpleNamespace(kind=kind, guard=SimpleNamespace(expression=setting)),
        frame=SimpleNamespace(entries=[entry]),
        compilations=[entry],
        origin=[line] if line else [],
    )
    files = ProgramFiles(str(folder), str(file), {})
    return Case(files, group, "finding", (str(file),))


def texts(given, found):
    file = given.files.main
    return [given.files.edited(one.edits).text(file) for one in found]


def test_a_function_sets_back_what_it_sets(tmp_path):
    source = '''
        import torch
        def load(kind):
            torch.set_num_threads(kind)
            x = torch.ones(3)
            # twice
            text = """a
        b"""
            return x, text
    '''
    given = case(tmp_path, source)
    [text] = texts(given, restored(given))
    wanted = '''
        import torch
        def load(kind):
            before = torch.get_num_threads()
            torch.set_num_threads(kind)
            try:
                x = torch.ones(3)
                # twice
                text = """a
        b"""
                return x, text
            finally:
                torch.set_num_threads(before)
    '''
    assert text == textwrap.dedent(wanted).lstrip()


@pytest.mark.parametrize(
    "source",
    [
        "import torch\ntorch.set_num_threads(1)\nprint(1)\n",  # once, for all
        "import torch\ndef f():\n    torch.set_num_threads(1)\n",  # what it is for
        "import torch\ndef f():\n    torch.set_num_threads(1); print(1)\n",
        "import torch\ndef f():\n    torch.manual_seed(1)\n    print(1)\n",
    ],
)
def test_a_setting_stays_where_setting_it_back_does_nothing(tmp_path, source):
    given = case(tmp_path, source)
    assert texts(given, restored(given)) == []


def test_a_call_runs_before_the_with_around_it(tmp_path):
    source = """
        def f(table, model, x):
            with precision():
                positions = table(x)  # here
                return model(x, positions)
    """
    given = case(tmp_path, source)
    [text] = texts(given, moved_out(given))
    wanted = """
        def f(table, model, x):
            positions = table(x)  # here
            with precision():
                return model(x, positions)
    """
    assert text == textwrap.dedent(wanted).lstrip()


def test_a_call_that_is_alone_leaves_the_with_empty(tmp_path):
    source = """
        def f(table, x):
            with precision():
                y = table(x)  # here
            return y
    """
    given = case(tmp_path, source)
    [text] = texts(given, moved_out(given))
    assert "    y = table(x)  # here\n    with precision():\n        pass\n" in text


@pytest.mark.parametrize(
    "body",
    [
        "x = a(x)\n        y = table(x)  # here",  # needs what the block computes
        "y = table(p)  # here",  # needs what the `with` gives
        "z = a(y)\n        y = table(x)  # here",  # another `y` before it
    ],
)
def test_a_call_that_needs_the_block_stays_in_it(tmp_path, body):
    source = f"def f(table, a, x, y):\n    with precision() as p:\n        {body}\n"
    given = case(tmp_path, source)
    ahead = [one for one in moved_out(given) if "before" in one.what]
    assert texts(given, ahead) == []


@pytest.mark.parametrize(("guard", "number"), [("False", 1), ("True", 0)])
def test_nothing_with_gradients_leaves_no_grad(tmp_path, guard, number):
    """Outside it would keep what its backward needs."""
    source = """
        def f(table, x):
            with torch.no_grad():
                y = table(x)  # here
            return y
    """
    words = [f"check_tensor(L['x'], requires_grad={guard})"]
    given = case(tmp_path, source, GuardKind.GRAD_MODE, words)
    assert len(texts(given, moved_out(given))) == number


def test_a_call_at_the_end_of_a_block_runs_behind_it(tmp_path):
    """Also where the block is further out: the stack of a compilation leads there."""
    source = """
        def load(build, check):
            with default_dtype():
                model = build()
                quality = check(model)  # here
                print(quality)
            return model
    """
    given = case(tmp_path, source)
    line, inner = given.group.called_at, SourceLine(given.files.main, 1, "", "")
    given.group.compilations[0].stack = (line, inner)
    given.group.called_at = None
    wanted = """
        def load(build, check):
            with default_dtype():
                model = build()
            quality = check(model)  # here
            print(quality)
            return model
    """
    assert texts(given, moved_out(given)) == [textwrap.dedent(wanted).lstrip()]


def test_a_block_keeps_what_needs_its_variable(tmp_path):
    source = """
        def f(build, check):
            with open_file() as file:
                model = build()
                check(model, file)  # here
    """
    given = case(tmp_path, source)
    assert texts(given, moved_out(given)) == []


def test_what_was_asked_to_be_deterministic_stays_so(tmp_path):
    """No output tells that it is not: nothing that was compared would differ."""
    source = """
        def f(table, x):
            with reproducible():
                y = table(x)  # here
                return y
    """
    setting = "GLOBAL_STATE changed: deterministic_algorithms"
    given = case(tmp_path, source, setting=setting)
    assert texts(given, moved_out(given)) == []


@pytest.mark.parametrize(
    ("statement", "is_left_out"),
    [
        ("torch.set_num_threads(config.threads)", True),
        ("torch.manual_seed(0)", False),
    ],
)
def test_a_call_inside_a_function_that_sets_it_is_left_out(
    tmp_path, statement, is_left_out
):
    given = case(tmp_path, f"def build(config):\n    {statement}  # here\n")
    found = texts(given, not_set(given))
    assert found == ["def build(config):\n    pass\n"] * is_left_out


def test_a_call_at_the_top_of_the_program_stays(tmp_path):
    given = case(tmp_path, "torch.set_num_threads(2)  # here\n")
    assert not texts(given, not_set(given))
