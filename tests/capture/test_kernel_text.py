"""Modules of Inductor's that are shown, and those that are a part of others."""

from __future__ import annotations

from depyf.capture.kernel_text import is_one_kernel

KERNEL = "import triton\n\n@triton.jit\ndef triton_mm(arg_A): pass\n"
WRAPPER = f"""
async_compile = AsyncCompile()
triton_mm_0 = async_compile.triton('triton_mm_0', '''
{KERNEL}''')
def call(args): pass
"""


def test_a_choice_that_autotuning_tries_is_no_module_of_a_graph():
    assert is_one_kernel(KERNEL)
    assert not is_one_kernel(WRAPPER)


def test_a_module_without_triton_is_shown():
    assert not is_one_kernel("def call(args): pass\n")
