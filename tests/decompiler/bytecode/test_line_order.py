"""Lines of interleaved statements are settled, and none is lost."""

from __future__ import annotations

import dis

import pytest

from depyf.decompiler.bytecode.line_order import settled_lines, start_of_body
from depyf.decompiler.bytecode.line_table import lines_by_unit

pytestmark = pytest.mark.every_python


def straight(count):
    """Code of one block with at least `count` instructions."""
    return compile(f"({', '.join(f'a{i}' for i in range(count))},)", "", "eval")


def settle(shown, **options):
    """The settled lines of a block, from the lines it would have."""
    code = straight(len(shown))
    offsets = [i.offset for i in dis.get_instructions(code)]
    # What frames the values belongs to the first and last line.
    loads = [i.offset for i in dis.get_instructions(code) if "LOAD" in i.opname]
    assert len(loads) >= len(shown)
    lines = dict(zip(loads, shown))
    before = {o: shown[0] if o < loads[0] else shown[-1] for o in offsets}
    starts = options.pop("starts", sorted(set(shown)))
    found = settled_lines(
        code, lambda offset: lines.get(offset, before[offset]), starts, **options
    )
    return [found(offset) for offset in loads[: len(shown)]]


def test_what_runs_too_early_takes_the_line_before_it():
    assert settle([1, 2, 5, 3, 4, 5, 6]) == [1, 2, 2, 3, 4, 5, 6]


def test_a_line_that_would_be_lost_gets_an_instruction_in_its_place():
    assert settle([1, 4, 2, 2, 3, 3, 5]) == [1, 1, 2, 2, 3, 4, 5]


def test_lines_in_order_stay_as_they_are():
    assert settle([1, 1, 2, 3, 3, 4]) == [1, 1, 2, 3, 3, 4]


def test_a_statement_over_several_lines_may_go_back_within_itself():
    assert settle([1, 2, 3, 4, 2, 5], starts=[1, 2, 5]) == [1, 2, 3, 4, 2, 5]


def test_a_wanted_line_without_instructions_gets_one():
    assert settle([1, 1, 2, 2, 4, 4], starts=[1, 2, 3, 4], wanted=[3]) == [
        1, 1, 2, 3, 4, 4,
    ]  # fmt: skip


def test_what_enters_a_function_has_the_line_of_its_def():
    def plain(one):
        return one

    def generator(one):
        yield lambda: one

    for function in (plain, generator):
        code = function.__code__
        start = start_of_body(code) // 2
        lines = lines_by_unit(code)
        assert {*lines[:start]} <= {code.co_firstlineno, None}
        assert code.co_firstlineno + 1 in lines[start : start + 2]


def test_what_leaves_a_block_does_not_run_ahead_of_the_next_one():
    source = "if one:\n    two()\nthree()\nfour()\n"
    code = compile(source, "", "exec")
    plain = lines_by_unit(code)
    pops = [i.offset for i in dis.get_instructions(code) if i.opname == "POP_TOP"]
    end_of_two = pops[0]
    assert plain[end_of_two // 2] == 2

    def line_of_offset(offset):
        return 4 if offset == end_of_two else plain[offset // 2] or 1

    found = settled_lines(code, line_of_offset, [1, 2, 3, 4])
    assert found(end_of_two) == 2
    assert [found(offset) for offset in pops[1:3]] == [3, 4]
