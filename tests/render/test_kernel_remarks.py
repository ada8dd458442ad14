"""A kernel's file names the lines that the page names, though it is written earlier."""

from __future__ import annotations

from depyf.render.run_texts import has_other_remarks

CALL = "def call(args):\n    cpp_fused_sin_0(buf0)"


def test_a_file_with_other_remarks_at_the_same_code_is_written_again():
    earlier = f"{CALL}  # net.py:3, 7 (inferred from its name)\n"
    later = f"{CALL}  # net.py:3\n"
    assert has_other_remarks(earlier, lambda: later)
    assert has_other_remarks(f"{CALL}\n", lambda: later)
    assert not has_other_remarks(later, lambda: later)


def test_a_file_with_other_code_or_more_lines_is_left_as_it_is():
    later = f"{CALL}  # net.py:3\n"
    assert not has_other_remarks(f"{CALL}\n\n# it runs for several\n", lambda: later)
    assert not has_other_remarks(later.replace("sin", "cos"), lambda: later)
    assert not has_other_remarks(None, lambda: later)
