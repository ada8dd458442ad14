"""The code of an edit runs in a file that has no torch only with an import."""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.findings.needed_imports import with_import
from depyf.model.findings.rule import Finding

EDIT = "if not torch.compiler.is_compiling():"


@pytest.mark.parametrize(
    ("text", "edit", "note", "wanted"),
    [
        ("import math\nx = 1\n", EDIT, "there", "there (with `import torch`)"),
        ("import torch\nx = 1\n", EDIT, "there", "there"),
        (
            "import torch.nn as nn\nx = 1\n",
            EDIT,
            "there",
            "there (with `import torch`)",
        ),
        ("import math\nx = 1\n", "x = math.pi", "there", "there"),
        ("x = 1\n", EDIT, "at a.py:2", "at a.py:2 (with `import torch`)"),
        ("x = 1\n", EDIT, "at main.py:2", "at main.py:2"),  # the edit is there
        # A setting belongs into the main script.
        ("x = 1\n", "torch.x = 1", "before the first call", "before the first call"),
        # `import torch` does not import it.
        (
            "import torch\n",
            "torch._functorch.config.donated_buffer = False",
            "before the first call",
            "before the first call (with `import torch._functorch.config`)",
        ),
    ],
)
def test_the_import_is_told_where_it_is_missing(text, edit, note, wanted):
    run = fold([ProgramFile(None, file="/home/user/a.py", text=text)])
    one = Finding(where=SourceLine("/home/user/a.py", 2), edit=edit, note=note)
    assert with_import(run, one).note == wanted
