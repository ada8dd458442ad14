"""numpy's functions on sizes become Python's; gradients of gradients run eagerly."""

from __future__ import annotations

import textwrap

import pytest

from depyf.curing.double_backward import of_double_backward
from depyf.curing.program_files import ProgramFiles

from .test_break_edits import tried


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("side = int(np.sqrt(x.shape[0]))", "side = int(math.sqrt(x.shape[0]))"),
        ("rows = int(np.ceil(x.shape[0] / 3))", "rows = math.ceil(x.shape[0] / 3)"),
        ("top = np.maximum(x.shape[0], 4)", "top = max(x.shape[0], 4)"),
        ("all = np.prod(x.shape, axis=0)", None),  # an array may have axes
        ("y = np.linalg.inv(x)", None),
    ],
)
def test_a_size_stays_a_number(tmp_path, line, wanted):
    source = f"""
        import numpy as np
        def f(x):
            {line}  # here
            return x
    """
    found = tried(tmp_path, source, "# here", "Data-dependent branching")
    texts = [text for what, text in found.items() if "works on numbers" in what]
    assert [wanted in one for one in texts] == ([True] if wanted else [])
    assert all("import math\n" in one for one in texts if "math." in one)


PENALTY = """
import torch

def roughness(field, x):
    with torch.enable_grad():
        value = field(x).sum()
    slope = torch.autograd.grad([value], x, create_graph=True)[0]
    value = 0
    return slope.square().mean()
"""
ERROR = "RuntimeError: torch.compile with aot_autograd does not currently support "


@pytest.mark.parametrize("said", ["double backward", "something else"])
def test_what_is_differentiated_twice_runs_without_compilation(tmp_path, said):
    file = tmp_path / "main.py"
    file.write_text(PENALTY)
    files = ProgramFiles(str(tmp_path), str(file), {})
    found = [*of_double_backward(ERROR + said, files, [str(file)])]
    texts = [files.edited(one.edits).text(str(file)) for one in found]
    wanted = """
        with torch.compiler.set_stance("force_eager"):
            value = field(x).sum()
    """
    inside = textwrap.indent(textwrap.dedent(wanted).strip(), " " * 8)
    assert [inside in one for one in texts] == ([True] if "double" in said else [])
