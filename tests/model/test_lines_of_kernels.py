"""A generated module names the user's lines beside its calls; no line is added."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.events import Kernel, SourceLine
from depyf.model.kernel_origins import (
    COMMENT,
    INFERRED,
    RECORDED,
    Origin,
    with_user_lines,
)

TEXT = """\
cpp_fused_sin_0 = async_compile.cpp_pybinding(['float*'], r'''
extern "C" void kernel(float* out)
''')
def call(args):
    buf0 = empty_strided_cpu((4, 1), (1, 4), torch.float32)
    cpp_fused_sin_0(args[0], buf0)
    extern_kernels.mm(buf0, buf0, out=buf1)
    buf2 = extern_kernels.mm(buf1, buf0)
    triton_poi_fused_cos_1.run(buf2, 4, stream=stream0)
    return (buf2, )
"""


def shown(*origins):
    module = Kernel(None, text=TEXT, compiled_fn="__compiled_fn_1", number=0)
    text = with_user_lines(module, origins)
    assert [line.partition("  # ")[0] for line in text.split("\n")] == TEXT.split("\n")
    return [line.partition("  # ")[2] for line in text.split("\n")]


def origin(kernel, line, code="", how=RECORDED):
    return Origin(kernel, (), (SourceLine("/a/toy.py", line, text=code),), how)


def test_each_call_of_a_kernel_bears_its_line():
    found = shown(
        origin("cpp_fused_sin_0", 3, "y = x.sin()"),
        origin("triton_poi_fused_cos_1", 9, how=INFERRED),
    )
    assert found[5] == "toy.py:3: y = x.sin()"
    assert found[8] == "toy.py:9 (inferred from its name)"
    assert sum(map(bool, found)) == 2


def test_a_library_function_called_twice_has_two_origins_in_order():
    kernel = "extern_kernels.mm"
    found = shown(origin(kernel, 5, how=COMMENT), origin(kernel, 6, how=COMMENT))
    assert found[6:8] == ["toy.py:5", "toy.py:6"]


def test_the_origin_of_a_call_is_found_by_its_line_and_not_by_its_order():
    """Torch's records of the calls of one function are in another order."""
    calls = (
        replace(origin("extern_kernels.mm", line), line=at)
        for line, at in ((5, 8), (6, 7))
    )
    assert shown(*calls)[6:8] == ["toy.py:6", "toy.py:5"]
    alone = replace(origin("extern_kernels.mm", 5), line=8)
    other = replace(origin("extern_kernels.mm", 6), line=99)
    assert shown(alone, other)[6:8] == ["", "toy.py:5"]


def test_no_line_is_named_where_calls_and_origins_do_not_agree():
    kernel = "extern_kernels.mm"
    found = shown(*(origin(kernel, line) for line in (5, 6, 7)))
    assert not any(found)
