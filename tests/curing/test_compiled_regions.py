"""What stands around a statement that torch cannot compile is compiled without it."""

from __future__ import annotations

import ast
import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.compiled_regions import around_guard
from depyf.curing.program_files import ProgramFiles
from depyf.curing.regions import regions
from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.torch_text.questions import GuardKind
from tests.curing.test_break_edits import tried
from tests.model.test_build import FIRST, entry, graph

SKIPPED = "Attempted to call function marked as skipped"


def cut(source):
    """Return what each region takes and gives, for lines that hold a mark."""
    source = textwrap.dedent(source).strip()
    lines = [n for n, one in enumerate(source.split("\n"), 1) if "# here" in one]
    found = regions(ast.parse(source).body[0], lines)
    return [(" ".join(one.takes), " ".join(one.gives)) for one in found]


def test_regions_take_what_they_read_and_give_what_is_read_later():
    source = """
        def f(x, y):
            a = x.exp()
            b = a + y
            c = int(b)  # here
            return a * c
    """
    assert cut(source) == [("x y", "a b"), ("a c", "")]


def test_a_loop_is_cut_inside():
    source = """
        def f(x, layers):
            for layer in layers:
                if layer.skipped:  # here
                    continue
                x = x + layer(x)
            return x.sum()
    """
    assert cut(source) == [("layer x", "x"), ("x", "")]


@pytest.mark.parametrize(
    "statements",
    [
        "if x > 0:\n        a = x + 1\n    g()  # here\n    return a",  # no value yet
        "if x > 0:\n        return x + 1\n    g()  # here\n    return x",
        "yield x + 1\n    g()  # here\n    return x",
        "try:\n        x = x + 1\n    finally:\n        x = 1\n    g()  # here",
        "for y in x:\n        g()  # here\n        if y + 1:\n            break",
        "n = [y for y in x]\n    g()  # here\n    return n",  # nothing to compile
    ],
)
def test_what_cannot_be_a_function_stays(statements):
    assert cut(f"def f(x):\n    {statements}\n") == []


def test_variables_of_comprehensions_are_their_own():
    source = """
        def f(x):
            rows = [y for y in x]  # here
            return sum(y + 1 for y in rows)
    """
    assert cut(source) == [("rows", "")]


def around(folder, source):
    found = tried(folder, source, "# here", SKIPPED)
    return next((text for what, text in found.items() if "around" in what), None)


NO_TORCH = """
from types import SimpleNamespace
def disable(f=None, recursive=True):
    return f or (lambda g: g)
torch = SimpleNamespace(compiler=SimpleNamespace(disable=disable))
"""


@pytest.mark.parametrize(
    "body",
    [
        "y = x.real + n\n    z = helper(y)  # here\n    return y * z, x",
        "with context():  # here\n        y = x + n\n    return y",
        "for _ in xs:\n        x *= 2\n        helper(x)  # here\n    return x",
        "y = x + 1\n    k = helper(y)  # here\n    y += k\n    return y",
        "y = helper(x)  # here\n    if y > 1:\n        return y * 2\n    return y + 1",
    ],
)
def test_the_parts_give_the_same(tmp_path, body):
    source = f"""def f(x, n=3, xs=range(3)):
    {body}


def helper(x):
    return x + 1


import contextlib
def context():
    return contextlib.nullcontext()
"""
    after = around(tmp_path, source)
    assert "@torch.compiler.disable(recursive=False)\ndef f(" in after
    results = []
    for text in (source, after.replace("import torch\n", "")):
        values = {}
        exec(NO_TORCH + text, values)
        results.append([values["f"](x) for x in (-2.0, 1.0, 7.0)])
    assert results[0] == results[1]


def test_a_function_that_a_call_compiles_is_not_compiled_by_it(tmp_path):
    """Torch compiles the argument of `torch.compile` even if it is excluded."""
    source = """
        def f(x):
            y = x.sin()
            k = helper(y)  # here
            return y * k
        def helper(x):
            return 2  # here
        import torch
        step = torch.compile(f, backend="eager", fullgraph=True)
    """
    after = around(tmp_path, source)
    assert "step = f\n" in after
    assert after.count('@torch.compile(backend="eager")\ndef _compiled_f_') == 2
    assert "recursive=False" not in after


def test_the_class_tells_methods_of_one_name_apart(tmp_path):
    source = """
        def f(self, x):
            y = x.cos()
            y = self.inner(y)  # here
            return y.sin()
        class Inner:
            def f(self, x):
                n = int(x)  # here
                return x.tan() * n
    """
    after = around(tmp_path, source)
    assert "y = _compiled_f_1(x)" in after
    assert after.count("def _compiled_f_1(x):") == 1


HEAD = "class GraphModule(torch.nn.Module):\n    def forward(self, x):\n"


def of_value(folder, source, value, compiled, times=3):
    """Return the edited programs for a value, if torch compiled the given lines."""
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    text = HEAD
    for number, (line, function) in enumerate(compiled):
        code = source.split("\n")[line - 1].strip()
        text += f"         # File: {file}:{line} in {function}, code: {code}\n"
        text += f'        y{number}: "f32[4][1]cpu" = torch.exp(x)\n\n'
    made = entry(FIRST, "f", original_file=str(file), original_first_line=1)
    run = fold(
        [made, graph(FIRST, text=text), ProgramFile(None, file=str(file), text=source)]
    )
    group = SimpleNamespace(
        first=SimpleNamespace(kind=GuardKind.LENGTH, user_line=None),
        source=value,
        frame=run.frames[0],
        compilations=[None] * times,
        run=run,
    )
    found = around_guard(Case(files, group, "finding", (str(file),)))
    return [files.edited(one.edits).text(str(file)) for one in found]


def test_what_reads_a_list_that_grows_runs_as_plain_python(tmp_path):
    source = """
        def f(x, past):
            mean = sum(past) / len(past)
            return x.exp() + mean
    """
    compiled = [(3, "f")]
    [text] = of_value(tmp_path, source, "past", compiled)
    assert "    mean = sum(past) / len(past)\n    return _compiled_f(mean, x)" in text
    assert of_value(tmp_path, source, "past", compiled, times=1) == []  # two are fine


def test_most_of_the_work_stays_compiled(tmp_path):
    source = """
        def f(x, past):
            y = (x + past[0]).exp() * 2
            return y + 1
    """
    compiled = [(2, "f")] * 3 + [(3, "f")]
    assert of_value(tmp_path, source, "past", compiled) == []


def test_another_item_of_the_same_dict_is_not_the_value(tmp_path):
    source = """
        def f(batch):
            ids = encode(batch["prompt"])
            state = batch["state"].clamp(-5.0, 5.0)
            return ids + state
        def encode(texts):
            return torch.tensor([len(one) for one in texts])
    """
    [text] = of_value(tmp_path, source, "batch['prompt'][0]", [(3, "f"), (4, "f")])
    assert "    return _compiled_f(batch, ids)\n" in text
    assert "@torch.compiler.disable\ndef encode(texts):" in text


def test_a_value_is_followed_into_the_functions_that_get_it(tmp_path):
    source = """
        def f(query, docs):
            q = embed(query.text)
            return (docs @ q).softmax(0)
        def embed(text):
            ids = tokens(text)
            return table(ids).sum(0)
        def tokens(text):
            return torch.tensor([ord(one) for one in text])
        def table(ids):
            return torch.ones(4)[ids]
    """
    compiled = [(3, "f"), (6, "embed")]
    found = of_value(tmp_path, source, "query.text", compiled)
    [deepest] = [one for one in found if "def _compiled_embed(ids):" in one]
    assert "    ids = tokens(text)\n    return _compiled_embed(ids)\n" in deepest
    assert "@torch.compiler.disable\ndef tokens(text):" in deepest
