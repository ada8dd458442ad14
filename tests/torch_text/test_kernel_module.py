"""Modules of Inductor's that are shown, and those that are a part of others."""

from __future__ import annotations

from depyf.torch_text.kernel_module import kernel_module

KERNEL = "import triton\n\n@triton.jit\ndef triton_mm(arg_A): pass\n"
WRAPPER = f"""
async_compile = AsyncCompile()
triton_mm_0 = async_compile.triton('triton_mm_0', '''
{KERNEL}''')
def call(args): pass
"""


def test_a_choice_that_autotuning_tries_is_no_module_of_a_graph():
    assert kernel_module(KERNEL).is_one_kernel
    assert not kernel_module(WRAPPER).is_one_kernel


def test_a_module_without_triton_is_shown():
    assert not kernel_module("def call(args): pass\n").is_one_kernel


CALLS = """\
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


def test_the_lines_of_a_kernel_are_where_it_is_made_and_where_it_is_called():
    module = kernel_module(CALLS)
    assert module.lines_of("cpp_fused_sin_0") == [1, 6]
    assert module.lines_of("extern_kernels.mm") == [7, 8]
    assert module.lines_of("triton_poi_fused_cos_1") == [9]
    assert [one.runs for one in module.calls] == [False] * 4 + [True]


def test_where_calls_are_cpp_the_lines_of_a_kernel_are_those_that_name_it():
    text = "src = '''\n    k_1(a);\n    k_10(k_1_x, a);\n    run(k_1);\n'''"
    module = kernel_module(text)
    assert module.calls == ()
    assert module.lines_of("k_1") == [2, 4]


def test_what_a_kernel_is_written_in_is_no_call():
    text = CALLS.replace("void kernel(float* out)", "void kernel()\n    for(int i : x)")
    assert "for(int i : x)" in text
    module = kernel_module(text)
    assert "for" not in {one.name for one in module.calls}
    assert module.lines_of("cpp_fused_sin_0") == [1, 7]
