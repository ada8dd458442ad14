"""What a fused kernel does first with memory that it writes."""

from __future__ import annotations

import pytest

from depyf.torch_text.kernel_module import Access, first_access


@pytest.mark.parametrize(
    "line",
    [
        "auto tmp0 = in_out_ptr0[static_cast<int64_t>(x0)];",
        "auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + x0, 16);",
        "transpose_mxn<float,16,16,false>(in_out_ptr0 + x0, 16, tmp0, 16);",
        "    tmp0 = tl.load(in_out_ptr0 + (x0), xmask)",
    ],
)
def test_a_load_reads(line):
    assert first_access("in_out_ptr0", f"{line}\nin_out_ptr0[0] = 1;") is Access.READ


@pytest.mark.parametrize(
    "line",
    [
        "    in_out_ptr0[static_cast<int64_t>(x0)] = tmp0;",
        "tmp1.store(in_out_ptr0 + static_cast<int64_t>(x0));",
        "    tl.store(in_out_ptr0 + (x0), tmp3, xmask)",
    ],
)
def test_a_store_overwrites(line):
    body = f"{line}\nauto tmp4 = in_out_ptr0[x0];"
    assert first_access("in_out_ptr0", body) is Access.WRITE


def test_another_name_of_the_memory_counts():
    body = "auto in_ptr2 = in_out_ptr0;\nauto tmp0 = in_ptr2[x0];\nin_out_ptr0[x0] = 1;"
    assert first_access("in_out_ptr0", body) is Access.READ


@pytest.mark.parametrize("body", ["", "f(in_out_ptr0);", "auto a = in_out_ptr01[0];"])
def test_other_uses_tell_nothing(body):
    assert first_access("in_out_ptr0", body) is Access.UNKNOWN
