"""`dynamic=True` reaches the call of torch.compile that compiles the function."""

from __future__ import annotations

import textwrap

import pytest

from depyf.curing.compile_calls import made_dynamic
from depyf.curing.program_files import ProgramFiles
from depyf.curing.proposal import setting


def program(folder, source):
    file = folder / "main.py"
    file.write_text(textwrap.dedent(source).lstrip())
    return str(file), ProgramFiles(str(folder), str(file), {})


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("@torch.compile\ndef f(x): ...\n", "@torch.compile(dynamic=True)"),
        (
            '@torch.compile(backend="eager")\ndef f(x): ...\n',
            '@torch.compile(backend="eager", dynamic=True)',
        ),
        ("g = torch.compile(f)\n", "g = torch.compile(f, dynamic=True)"),
        ("g = torch.compile(f, dynamic=False)\n", "torch.compile(f, dynamic=True)"),
        (
            "g = torch.compile(f, **OPTIONS)\n",
            'torch.compile(f, **{**OPTIONS, "dynamic": True})',
        ),
        ("g = torch.compile(net.f,)\n", "torch.compile(net.f, dynamic=True)"),
    ],
)
def test_the_call_that_compiles_the_function_is_made_dynamic(tmp_path, source, wanted):
    file, files = program(tmp_path, f"import torch\n{source}h = torch.compile(other)\n")
    [one] = made_dynamic(files, [file], "finding", "f")
    text = files.edited(one.edits).text(file)
    assert wanted in text
    assert "torch.compile(other)" in text


def test_a_call_that_is_dynamic_is_left_alone(tmp_path):
    file, files = program(
        tmp_path, "import torch\ng = torch.compile(f, dynamic=True)\n"
    )
    assert list(made_dynamic(files, [file], "finding", "f")) == []


def test_where_no_call_names_the_function_each_is_tried_and_all(tmp_path):
    source = "import torch\na = torch.compile(p)\nb = torch.compile(q)\n"
    file, files = program(tmp_path, source)
    texts = [
        files.edited(one.edits).text(file).count("dynamic=True")
        for one in made_dynamic(files, [file], "finding", "forward")
    ]
    assert texts == [1, 1, 2]


def test_what_is_no_call_of_torch_is_left_alone(tmp_path):
    file, files = program(
        tmp_path, 'import re\nre.compile("a")\ncompile("1", "", "eval")\n'
    )
    assert list(made_dynamic(files, [file], "finding", "f")) == []


def test_a_setting_imports_its_module(tmp_path):
    file, files = program(tmp_path, "import torch\nprint(torch)\n")
    statement = "torch.fx.experimental._config.use_duck_shape = False"
    one = setting(files, "finding", statement)
    assert files.edited(one.edits).text(file) == (
        "import torch\nimport torch.fx.experimental._config\n"
        f"{statement}\nprint(torch)\n"
    )


def test_the_decorator_of_another_function_is_left_alone(tmp_path):
    source = "import torch\n@torch.compile\ndef f(x): ...\nnet.compile(mode='x')\n"
    file, files = program(tmp_path, source)
    [one] = made_dynamic(files, [file], "finding", "forward")
    assert "net.compile(mode='x', dynamic=True)" in files.edited(one.edits).text(file)
