"""An operator without a fake implementation, also one of a library object."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.missing_fakes import MISSING_FAKE, missing_fake

MESSAGE = "unsupported operator: serve.gemm.default"
OF_LIBRARY = """\
lib = torch.library.Library("serve", "DEF")
lib.define("norm(Tensor x) -> Tensor")
{line}
y = torch.ops.serve.gemm(x, w)
"""


@pytest.mark.parametrize(
    "line",
    [
        'lib.define("gemm(Tensor x, Tensor w) -> Tensor")',
        'lib.impl("gemm", gemm, "CPU")',
        '@torch.library.impl("serve::gemm", "CPU")\ndef gemm(x, w): ...',
    ],
)
def test_the_line_that_defines_it_is_named(line):
    text = OF_LIBRARY.format(line=line)
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "/home/me/a.py", text)]))
    found = missing_fake(run, MESSAGE)
    assert found.name == "serve::gemm"
    assert found.defined_at.line == 3
    assert found.called_at.text == "y = torch.ops.serve.gemm(x, w)"


def test_a_break_has_the_same_advice_as_a_failure():
    one = SimpleNamespace(run=SimpleNamespace(facts=facts_of([])), texts=(MESSAGE,))
    assert MISSING_FAKE.when(one)
    assert MISSING_FAKE.cure(one).note == (
        'add a function under `@torch.library.register_fake("serve::gemm")`: it takes '
        "the same arguments and returns an empty tensor of the result's shape and dtype"
    )


def test_torchs_own_operators_have_no_fake_on_purpose():
    one = SimpleNamespace(
        run=None, texts=("unsupported operator: aten.unique.default",)
    )
    assert not MISSING_FAKE.when(one)
